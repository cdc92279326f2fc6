// How much the graph holds: facts, labels (with aliases and descriptions), sentences, mentions of
// facts in them, distinct pairs of a fact and a sentence that expresses it, axioms: statements of
// ontologies, with the types that were given beside the facts, and negatives: which of these say
// that they assert something as false.
//
// columns: name: str, count: int

MATCH (:Entity)-[r]->()
WITH count(r) AS count
RETURN 'facts' AS name, count
UNION ALL
MATCH (n)
WHERE n:Entity  // for speed alone
UNWIND ['label', 'alias', 'description'] AS kind
UNWIND keys(n) AS key
WITH n, kind, key
WHERE key STARTS WITH kind + '_'
UNWIND n[key] AS text
WITH count(text) AS count
RETURN 'labels' AS name, count
UNION ALL
MATCH (sentence:Sentence)
WITH count(sentence) AS count
RETURN 'sentences' AS name, count
UNION ALL
MATCH (mention:Mention)
WITH count(mention) AS count
RETURN 'mentions' AS name, count
UNION ALL
MATCH (mention)-[:SUBJECT]->(s)
MATCH (mention)-[:OBJECT]->(o)
MATCH (mention)-[:EXPRESSED_IN]->(sentence)
WITH DISTINCT s, mention.predicate AS p, o, sentence
WITH count(*) AS count
RETURN 'pairs' AS name, count
UNION ALL
MATCH (axiom:Axiom)
WITH count(axiom) AS count
RETURN 'axioms' AS name, count
UNION ALL
MATCH (axiom)
WHERE axiom.type = 'rdf:type'
  AND axiom.object = 'http://www.w3.org/2002/07/owl#NegativePropertyAssertion'
  AND axiom:Axiom  // for speed alone
WITH count(axiom) AS count
RETURN 'negatives' AS name, count
