-- One graph. Rows are inserted in a fixed order, so that the same papers give the same bytes.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE papers (
    position INTEGER PRIMARY KEY,      -- the order of the source
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    label TEXT NOT NULL,               -- what to show: the title, else what the paper introduces
    abstract TEXT NOT NULL,
    authors TEXT NOT NULL,             -- JSON list
    year INTEGER,
    venue TEXT NOT NULL,
    url TEXT NOT NULL,
    keywords TEXT NOT NULL,            -- JSON list
    doi TEXT NOT NULL,
    arxiv TEXT NOT NULL,
    orcids TEXT NOT NULL,              -- JSON list, one for each of the authors
    areas TEXT NOT NULL,               -- JSON list
    citations INTEGER,
    content_hash TEXT NOT NULL,        -- of what was extracted from
    extraction TEXT NOT NULL           -- JSON: what the extract stage said, before linking
);

CREATE TABLE concepts (
    id TEXT PRIMARY KEY,               -- kind:slug
    kind TEXT NOT NULL,
    normal TEXT NOT NULL,
    name TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE aliases (
    concept TEXT NOT NULL REFERENCES concepts (id),
    alias TEXT NOT NULL,
    lookup TEXT NOT NULL,              -- model.lookup_key of the alias
    PRIMARY KEY (concept, alias)
) WITHOUT ROWID;

CREATE TABLE links (
    position INTEGER PRIMARY KEY,      -- paper by paper, in the order of the text
    paper TEXT NOT NULL REFERENCES papers (id),
    concept TEXT NOT NULL REFERENCES concepts (id),
    role TEXT NOT NULL,
    confidence REAL NOT NULL
);

CREATE TABLE mentions (
    link INTEGER NOT NULL REFERENCES links (position),
    rank INTEGER NOT NULL,             -- 0 for the one that the role rests on
    start INTEGER NOT NULL,            -- code points of title + newline + abstract
    "end" INTEGER NOT NULL,
    kind TEXT NOT NULL,
    source TEXT NOT NULL,
    confidence REAL NOT NULL,
    PRIMARY KEY (link, rank)
) WITHOUT ROWID;

CREATE TABLE results (
    position INTEGER PRIMARY KEY,
    paper TEXT NOT NULL REFERENCES papers (id),
    claim TEXT NOT NULL,               -- JSON: start, end, value and the words of the text
    metric TEXT REFERENCES concepts (id),
    benchmark TEXT REFERENCES concepts (id),
    system TEXT REFERENCES concepts (id),
    baseline TEXT REFERENCES concepts (id)
);

CREATE TABLE families (
    member TEXT NOT NULL REFERENCES concepts (id),
    family TEXT NOT NULL REFERENCES concepts (id),
    PRIMARY KEY (member, family)
) WITHOUT ROWID;

-- Indexes.
CREATE UNIQUE INDEX papers_id ON papers (id);
CREATE INDEX aliases_lookup ON aliases (lookup);
CREATE UNIQUE INDEX links_paper ON links (paper, concept);
CREATE INDEX links_concept ON links (concept);
CREATE INDEX results_paper ON results (paper);

-- Full text: the papers' own, which is not stored twice, and a line for each spelling of a concept.
CREATE VIRTUAL TABLE papers_text USING fts5(
    title, abstract, content = 'papers', content_rowid = 'position',
    tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO papers_text (papers_text) VALUES ('rebuild');
CREATE VIRTUAL TABLE concepts_text USING fts5(
    concept UNINDEXED, names, tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO concepts_text (concept, names)
    SELECT c.id, (
        SELECT group_concat(alias, char(10))
        FROM (SELECT alias FROM aliases WHERE concept = c.id ORDER BY alias)
    )
    FROM concepts c ORDER BY c.id;
