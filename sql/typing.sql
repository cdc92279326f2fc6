-- The predicates that may say of what type an entity is, and how often each does; the last row stands
-- for a graph in which none does.
--
-- params:  $known: iri* = wdt:P31 rdf:type, $none: iri = kgf:noType
-- columns: p: iri, triples: int
-- sample:  1 by -triples p

SELECT p, COUNT(*) AS triples
FROM facts
WHERE p IN ($known)
  AND o > 0
GROUP BY p
UNION ALL
SELECT $none AS p, 0 AS triples
