"""Every namespace and term that an export uses, in this one place.

Own terms are under `PK`, and `ontology.ttl` says what each means; the others are taken from vocabularies
that people know: SKOS for concepts, the Web Annotation vocabulary for evidence, Dublin Core and schema.org
for what a paper's source says of it, PROV for what made the graph, VoID and DCAT for the graph as a whole.
"""

from __future__ import annotations

from paperkg.model import Kind, Role

PK = "https://w3id.org/paperkg/vocab#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
XSD = "http://www.w3.org/2001/XMLSchema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
DC = "http://purl.org/dc/elements/1.1/"
DCTERMS = "http://purl.org/dc/terms/"
SCHEMA = "https://schema.org/"
OA = "http://www.w3.org/ns/oa#"
PROV = "http://www.w3.org/ns/prov#"
VOID = "http://rdfs.org/ns/void#"
DCAT = "http://www.w3.org/ns/dcat#"
FABIO = "http://purl.org/spar/fabio/"
PRISM = "http://prismstandard.org/namespaces/basic/2.0/"

NAMESPACES = {
    "pk": PK,
    "rdf": RDF,
    "rdfs": RDFS,
    "xsd": XSD,
    "skos": SKOS,
    "dc": DC,
    "dcterms": DCTERMS,
    "schema": SCHEMA,
    "oa": OA,
    "prov": PROV,
    "void": VOID,
    "dcat": DCAT,
    "fabio": FABIO,
    "prism": PRISM,
}

# Own classes.
PAPER = f"{PK}Paper"
TEXT = f"{PK}Text"  # title, newline, abstract: what offsets count in
OWN_CONCEPT = f"{PK}Concept"
ROLE_ASSERTION = f"{PK}RoleAssertion"  # one link, named, so that it can carry evidence and confidence
MENTION = f"{PK}Mention"  # an annotation: this span stands for that concept
QUOTE = f"{PK}Quote"  # an annotation: this span reports that result
RESULT_CLAIM = f"{PK}ResultClaim"
RUN = f"{PK}Run"  # what made the graph
SETTING = f"{PK}Setting"  # of a run
COMPONENT = f"{PK}Component"  # of the pipeline
KIND_CLASS = {
    Kind.BENCHMARK: f"{PK}Benchmark",
    Kind.DATASET: f"{PK}Dataset",
    Kind.MODEL: f"{PK}Model",
    Kind.TECHNIQUE: f"{PK}Technique",
    Kind.TASK: f"{PK}Task",
    Kind.METRIC: f"{PK}Metric",
    Kind.KEYWORD: f"{PK}Keyword",
}

# Own properties.
ROLE_PROPERTY = {
    Role.INTRODUCES: f"{PK}introduces",
    Role.EVALUATES_ON: f"{PK}evaluatesOn",
    Role.USES: f"{PK}uses",
    Role.COMPARES_WITH: f"{PK}comparesWith",
    Role.ADDRESSES: f"{PK}addresses",
    Role.MEASURES: f"{PK}measures",
    Role.MENTIONS: f"{PK}mentions",
}
HAS_TEXT = f"{PK}hasText"
VENUE = f"{PK}venue"
PUBLISHED = f"{PK}year"
ADDRESS_TEXT = f"{PK}addressText"  # an address that is no IRI
DOI_TEXT = f"{PK}doiText"  # as the source gives it, well formed or not
ARXIV_TEXT = f"{PK}arxivText"
CITATION_COUNT = f"{PK}citationCount"
AUTHOR_LIST = f"{PK}authorList"
ORCID_LIST = f"{PK}orcidList"  # one an author, in their order
KEYWORD_LIST = f"{PK}keywordList"
AREA_LIST = f"{PK}areaList"
EXTRACTION = f"{PK}extraction"
NORMAL_FORM = f"{PK}normalForm"
VERSION_OF = f"{PK}versionOf"  # a version, size or variant; a narrower kind of skos:broader
EVIDENCE = f"{PK}evidence"
CONFIDENCE = f"{PK}confidence"
METHOD = f"{PK}method"
FOUND_BY = f"{PK}foundBy"
KIND = f"{PK}kind"
RANK = f"{PK}rank"
CLAIMED_IN = f"{PK}claimedIn"
VALUE = f"{PK}value"
VALUE_TEXT = f"{PK}valueText"
UNIT = f"{PK}unit"
METRIC = f"{PK}metric"
BENCHMARK = f"{PK}benchmark"
SYSTEM = f"{PK}system"
BASELINE = f"{PK}baseline"
METRIC_TEXT = f"{PK}metricText"
BENCHMARK_TEXT = f"{PK}benchmarkText"
SYSTEM_TEXT = f"{PK}systemText"
BASELINE_TEXT = f"{PK}baselineText"
HAS_SETTING = f"{PK}hasSetting"

# Other people's terms.
TYPE = f"{RDF}type"
SUBJECT = f"{RDF}subject"
PREDICATE = f"{RDF}predicate"
OBJECT = f"{RDF}object"
SEQUENCE = f"{RDF}Seq"
LABEL = f"{RDFS}label"
SEE_ALSO = f"{RDFS}seeAlso"
DECIMAL = f"{XSD}decimal"
YEAR = f"{XSD}gYear"
INTEGER = f"{XSD}integer"
COUNT = f"{XSD}nonNegativeInteger"
STRING = f"{XSD}string"
CONCEPT = f"{SKOS}Concept"
CONCEPT_SCHEME = f"{SKOS}ConceptScheme"
PREF_LABEL = f"{SKOS}prefLabel"
ALT_LABEL = f"{SKOS}altLabel"
IN_SCHEME = f"{SKOS}inScheme"
BROADER = f"{SKOS}broader"
EXACT_MATCH = f"{SKOS}exactMatch"
TITLE = f"{DCTERMS}title"
IDENTIFIER = f"{DCTERMS}identifier"
AREA = f"{DC}subject"
ISSUED = f"{DCTERMS}issued"
AUTHOR = f"{SCHEMA}author"
URL = f"{SCHEMA}url"
SAME_AS = f"{SCHEMA}sameAs"
KEYWORDS = f"{SCHEMA}keywords"
TEXT_ITSELF = f"{SCHEMA}text"
SHA256 = f"{SCHEMA}sha256"
SCHEMA_MENTIONS = f"{SCHEMA}mentions"
NAME = f"{SCHEMA}name"
SCHEMA_VALUE = f"{SCHEMA}value"
DOI = f"{PRISM}doi"
ARXIV_ID = f"{FABIO}hasArXivId"
ANNOTATION = f"{OA}Annotation"
HAS_BODY = f"{OA}hasBody"
HAS_TARGET = f"{OA}hasTarget"
MOTIVATED_BY = f"{OA}motivatedBy"
IDENTIFYING = f"{OA}identifying"
DESCRIBING = f"{OA}describing"
SPECIFIC_RESOURCE = f"{OA}SpecificResource"
HAS_SOURCE = f"{OA}hasSource"
HAS_SELECTOR = f"{OA}hasSelector"
QUOTE_SELECTOR = f"{OA}TextQuoteSelector"
EXACT = f"{OA}exact"
PREFIX = f"{OA}prefix"
SUFFIX = f"{OA}suffix"
POSITION_SELECTOR = f"{OA}TextPositionSelector"
START = f"{OA}start"
END = f"{OA}end"
ACTIVITY = f"{PROV}Activity"
AGENT = f"{PROV}SoftwareAgent"
GENERATED_BY = f"{PROV}wasGeneratedBy"
ASSOCIATED_WITH = f"{PROV}wasAssociatedWith"
VOID_DATASET = f"{VOID}Dataset"
DCAT_DATASET = f"{DCAT}Dataset"
TRIPLES = f"{VOID}triples"
ENTITIES = f"{VOID}entities"
CLASSES = f"{VOID}classes"
PROPERTIES = f"{VOID}properties"
DISTINCT_SUBJECTS = f"{VOID}distinctSubjects"
URI_SPACE = f"{VOID}uriSpace"
VOCABULARY = f"{VOID}vocabulary"
CLASS_PARTITION = f"{VOID}classPartition"
PROPERTY_PARTITION = f"{VOID}propertyPartition"
OF_CLASS = f"{VOID}class"
OF_PROPERTY = f"{VOID}property"


def item(number: int) -> str:
    """Name the property of a sequence's nth item, from 1: `rdf:_1`, `rdf:_2`, ..."""
    return f"{RDF}_{number}"
