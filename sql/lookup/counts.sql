-- How much the graph holds: facts, labels (with aliases and descriptions), sentences, mentions of
-- facts in them, distinct pairs of a fact and a sentence that expresses it, and axioms: statements
-- of ontologies, with the types that were given beside the facts.
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
