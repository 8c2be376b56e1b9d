// Loads the files beside this one into a running Neo4j 4.4 or later:
//
//   1. copy the CSV files into the import folder of the database
//   2. cypher-shell --file load.cypher
//
// Into a new database, quicker, and with nothing running:
//
//   neo4j-admin database import full \
//     --nodes=papers.csv --nodes=concepts.csv --nodes=claims.csv \
//     --relationships=links.csv --relationships=families.csv \
//     --relationships=reports.csv --relationships=about.csv neo4j

CREATE CONSTRAINT paper_id IF NOT EXISTS FOR (p:Paper) REQUIRE p.id IS UNIQUE;
CREATE CONSTRAINT concept_id IF NOT EXISTS FOR (c:Concept) REQUIRE c.id IS UNIQUE;
CREATE CONSTRAINT claim_id IF NOT EXISTS FOR (c:Claim) REQUIRE c.id IS UNIQUE;

LOAD CSV WITH HEADERS FROM 'file:///papers.csv' AS row
MERGE (p:Paper {id: row.`id:ID(Paper)`})
SET p.label = row.label,
{properties},
    p.abstract = row.abstract;

LOAD CSV WITH HEADERS FROM 'file:///concepts.csv' AS row
MERGE (c:Concept {id: row.`id:ID(Concept)`})
SET c.name = row.name, c.kind = row.kind, c.aliases = split(row.`aliases:string[]`, ';'),
    c.papers = toInteger(row.`papers:int`);

MATCH (c:Concept {kind: 'benchmark'}) SET c:Benchmark;
MATCH (c:Concept {kind: 'dataset'}) SET c:Dataset;
MATCH (c:Concept {kind: 'model'}) SET c:Model;
MATCH (c:Concept {kind: 'technique'}) SET c:Technique;
MATCH (c:Concept {kind: 'task'}) SET c:Task;
MATCH (c:Concept {kind: 'metric'}) SET c:Metric;
MATCH (c:Concept {kind: 'keyword'}) SET c:Keyword;

LOAD CSV WITH HEADERS FROM 'file:///links.csv' AS row
WITH row WHERE row.`:TYPE` = 'INTRODUCES'
MATCH (p:Paper {id: row.`:START_ID(Paper)`}), (c:Concept {id: row.`:END_ID(Concept)`})
MERGE (p)-[r:INTRODUCES]->(c)
SET r.confidence = toFloat(row.`confidence:double`), r.weight = toFloat(row.`weight:double`),
    r.mentions = toInteger(row.`mentions:int`), r.sentence = row.sentence;

LOAD CSV WITH HEADERS FROM 'file:///links.csv' AS row
WITH row WHERE row.`:TYPE` = 'EVALUATES_ON'
MATCH (p:Paper {id: row.`:START_ID(Paper)`}), (c:Concept {id: row.`:END_ID(Concept)`})
MERGE (p)-[r:EVALUATES_ON]->(c)
SET r.confidence = toFloat(row.`confidence:double`), r.weight = toFloat(row.`weight:double`),
    r.mentions = toInteger(row.`mentions:int`), r.sentence = row.sentence;

LOAD CSV WITH HEADERS FROM 'file:///links.csv' AS row
WITH row WHERE row.`:TYPE` = 'USES'
MATCH (p:Paper {id: row.`:START_ID(Paper)`}), (c:Concept {id: row.`:END_ID(Concept)`})
MERGE (p)-[r:USES]->(c)
SET r.confidence = toFloat(row.`confidence:double`), r.weight = toFloat(row.`weight:double`),
    r.mentions = toInteger(row.`mentions:int`), r.sentence = row.sentence;

LOAD CSV WITH HEADERS FROM 'file:///links.csv' AS row
WITH row WHERE row.`:TYPE` = 'COMPARES_WITH'
MATCH (p:Paper {id: row.`:START_ID(Paper)`}), (c:Concept {id: row.`:END_ID(Concept)`})
MERGE (p)-[r:COMPARES_WITH]->(c)
SET r.confidence = toFloat(row.`confidence:double`), r.weight = toFloat(row.`weight:double`),
    r.mentions = toInteger(row.`mentions:int`), r.sentence = row.sentence;

LOAD CSV WITH HEADERS FROM 'file:///links.csv' AS row
WITH row WHERE row.`:TYPE` = 'ADDRESSES'
MATCH (p:Paper {id: row.`:START_ID(Paper)`}), (c:Concept {id: row.`:END_ID(Concept)`})
MERGE (p)-[r:ADDRESSES]->(c)
SET r.confidence = toFloat(row.`confidence:double`), r.weight = toFloat(row.`weight:double`),
    r.mentions = toInteger(row.`mentions:int`), r.sentence = row.sentence;

LOAD CSV WITH HEADERS FROM 'file:///links.csv' AS row
WITH row WHERE row.`:TYPE` = 'MEASURES'
MATCH (p:Paper {id: row.`:START_ID(Paper)`}), (c:Concept {id: row.`:END_ID(Concept)`})
MERGE (p)-[r:MEASURES]->(c)
SET r.confidence = toFloat(row.`confidence:double`), r.weight = toFloat(row.`weight:double`),
    r.mentions = toInteger(row.`mentions:int`), r.sentence = row.sentence;

LOAD CSV WITH HEADERS FROM 'file:///links.csv' AS row
WITH row WHERE row.`:TYPE` = 'MENTIONS'
MATCH (p:Paper {id: row.`:START_ID(Paper)`}), (c:Concept {id: row.`:END_ID(Concept)`})
MERGE (p)-[r:MENTIONS]->(c)
SET r.confidence = toFloat(row.`confidence:double`), r.weight = toFloat(row.`weight:double`),
    r.mentions = toInteger(row.`mentions:int`), r.sentence = row.sentence;

LOAD CSV WITH HEADERS FROM 'file:///families.csv' AS row
MATCH (a:Concept {id: row.`:START_ID(Concept)`}), (b:Concept {id: row.`:END_ID(Concept)`})
MERGE (a)-[:VERSION_OF]->(b);

LOAD CSV WITH HEADERS FROM 'file:///claims.csv' AS row
MERGE (c:Claim {id: row.`id:ID(Claim)`})
SET c.value = row.value, c.quote = row.quote, c.metric = row.metric, c.benchmark = row.benchmark,
    c.system = row.system, c.baseline = row.baseline;

LOAD CSV WITH HEADERS FROM 'file:///reports.csv' AS row
MATCH (p:Paper {id: row.`:START_ID(Paper)`}), (c:Claim {id: row.`:END_ID(Claim)`})
MERGE (p)-[:REPORTS]->(c);

LOAD CSV WITH HEADERS FROM 'file:///about.csv' AS row
WITH row WHERE row.`:TYPE` = 'METRIC'
MATCH (a:Claim {id: row.`:START_ID(Claim)`}), (b:Concept {id: row.`:END_ID(Concept)`})
MERGE (a)-[:METRIC]->(b);

LOAD CSV WITH HEADERS FROM 'file:///about.csv' AS row
WITH row WHERE row.`:TYPE` = 'BENCHMARK'
MATCH (a:Claim {id: row.`:START_ID(Claim)`}), (b:Concept {id: row.`:END_ID(Concept)`})
MERGE (a)-[:BENCHMARK]->(b);

LOAD CSV WITH HEADERS FROM 'file:///about.csv' AS row
WITH row WHERE row.`:TYPE` = 'SYSTEM'
MATCH (a:Claim {id: row.`:START_ID(Claim)`}), (b:Concept {id: row.`:END_ID(Concept)`})
MERGE (a)-[:SYSTEM]->(b);

LOAD CSV WITH HEADERS FROM 'file:///about.csv' AS row
WITH row WHERE row.`:TYPE` = 'BASELINE'
MATCH (a:Claim {id: row.`:START_ID(Claim)`}), (b:Concept {id: row.`:END_ID(Concept)`})
MERGE (a)-[:BASELINE]->(b);
