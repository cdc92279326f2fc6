-- Of each predicate: its triples, those that have no twin, and its self-loops.
--
-- params:  $predicates: iri*
-- columns: p: iri, triples: int, self_loops: int, matches: int, body: int

SELECT f.p,
       COUNT(CASE WHEN f.s <> f.o THEN 1 END) AS triples,
       COUNT(CASE WHEN f.s = f.o THEN 1 END) AS self_loops,
       COUNT(CASE WHEN twin.s IS NULL THEN 1 END) AS matches,
       COUNT(CASE WHEN f.s <> f.o THEN 1 END) AS body
FROM facts AS f
LEFT JOIN facts AS twin ON twin.s = f.o AND twin.p = f.p AND twin.o = f.s
WHERE f.p IN ($predicates)
GROUP BY f.p
