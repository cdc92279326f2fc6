-- How much the graph holds: facts, labels (with aliases and descriptions), sentences, mentions of
-- facts in them, distinct pairs of a fact and a sentence that expresses it, axioms: statements of
-- ontologies, with the types that were given beside the facts, and negatives: which of these say
-- that they assert something as false.
--
-- columns: name: str, count: int

SELECT 'facts' AS name, COUNT(*) AS count FROM facts
UNION ALL
SELECT 'labels' AS name, COUNT(*) AS count FROM labels
UNION ALL
SELECT 'sentences' AS name, COUNT(*) AS count FROM sentences
UNION ALL
SELECT 'mentions' AS name, COUNT(*) AS count FROM mentions
UNION ALL
SELECT 'pairs' AS name, COUNT(*) AS count
FROM (SELECT DISTINCT s, p, o, sentence FROM mentions) AS pairs
UNION ALL
SELECT 'axioms' AS name, COUNT(*) AS count FROM ontology
UNION ALL
SELECT 'negatives' AS name, COUNT(*) AS count
FROM ontology AS x
JOIN terms AS p ON p.id = x.p
JOIN terms AS o ON o.id = x.o
WHERE p.value = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
  AND o.value = 'http://www.w3.org/2002/07/owl#NegativePropertyAssertion'
  AND o.kind = 'iri'
