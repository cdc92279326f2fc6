// How much the graph holds: facts, labels (with aliases and descriptions), sentences, mentions of
// facts in them, and distinct pairs of a fact and a sentence that expresses it.
//
// columns: name: str, count: int

MATCH (:Entity)-[r]->()
RETURN 'facts' AS name, count(r) AS count
UNION ALL
MATCH (n)
WHERE n:Entity  // for speed alone
UNWIND ['label', 'alias', 'description'] AS kind
UNWIND keys(n) AS key
WITH n, kind, key
WHERE key STARTS WITH kind + '_'
UNWIND n[key] AS text
RETURN 'labels' AS name, count(text) AS count
UNION ALL
MATCH (sentence:Sentence)
RETURN 'sentences' AS name, count(sentence) AS count
UNION ALL
MATCH (mention:Mention)
RETURN 'mentions' AS name, count(mention) AS count
UNION ALL
MATCH (mention)-[:SUBJECT]->(s)
MATCH (mention)-[:OBJECT]->(o)
MATCH (mention)-[:EXPRESSED_IN]->(sentence)
WITH DISTINCT s, mention.predicate AS p, o, sentence
RETURN 'pairs' AS name, count(*) AS count
