"""Every namespace and term that an export uses, in this one place.

Own terms are under `PK`; the others are taken from vocabularies that people know: SKOS for concepts, the Web
Annotation vocabulary for evidence, Dublin Core and schema.org for what a paper's source says of it.
"""

from __future__ import annotations

from paperkg.model import Kind, Role

PK = "https://w3id.org/paperkg/vocab#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
XSD = "http://www.w3.org/2001/XMLSchema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
DCTERMS = "http://purl.org/dc/terms/"
SCHEMA = "https://schema.org/"
OA = "http://www.w3.org/ns/oa#"

NAMESPACES = {
    "pk": PK,
    "rdf": RDF,
    "rdfs": RDFS,
    "xsd": XSD,
    "skos": SKOS,
    "dcterms": DCTERMS,
    "schema": SCHEMA,
    "oa": OA,
}

# Own classes.
PAPER = f"{PK}Paper"
TEXT = f"{PK}Text"  # title, newline, abstract: what offsets count in; a node without the text itself
ROLE_ASSERTION = f"{PK}RoleAssertion"  # one link, named, so that it can carry evidence and confidence
MENTION = f"{PK}Mention"  # an annotation: this span stands for that concept
QUOTE = f"{PK}Quote"  # an annotation: this span reports that result
RESULT_CLAIM = f"{PK}ResultClaim"
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
VERSION_OF = f"{PK}versionOf"  # a version, size or variant; a narrower kind of skos:broader
EVIDENCE = f"{PK}evidence"
CONFIDENCE = f"{PK}confidence"
CLAIMED_IN = f"{PK}claimedIn"
VALUE = f"{PK}value"
VALUE_TEXT = f"{PK}valueText"
UNIT = f"{PK}unit"
METRIC = f"{PK}metric"
BENCHMARK = f"{PK}benchmark"
SYSTEM = f"{PK}system"
BASELINE = f"{PK}baseline"

# Other people's terms.
TYPE = f"{RDF}type"
SUBJECT = f"{RDF}subject"
PREDICATE = f"{RDF}predicate"
OBJECT = f"{RDF}object"
LABEL = f"{RDFS}label"
DECIMAL = f"{XSD}decimal"
YEAR = f"{XSD}gYear"
COUNT = f"{XSD}nonNegativeInteger"
STRING = f"{XSD}string"
CONCEPT = f"{SKOS}Concept"
CONCEPT_SCHEME = f"{SKOS}ConceptScheme"
PREF_LABEL = f"{SKOS}prefLabel"
ALT_LABEL = f"{SKOS}altLabel"
IN_SCHEME = f"{SKOS}inScheme"
BROADER = f"{SKOS}broader"
TITLE = f"{DCTERMS}title"
IDENTIFIER = f"{DCTERMS}identifier"
ISSUED = f"{DCTERMS}issued"
AUTHOR = f"{SCHEMA}author"
URL = f"{SCHEMA}url"
KEYWORDS = f"{SCHEMA}keywords"
SHA256 = f"{SCHEMA}sha256"
SCHEMA_MENTIONS = f"{SCHEMA}mentions"
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
