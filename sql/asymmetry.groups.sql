-- Of each predicate: its triples, its self-loops, the triples between two entities, which are the body,
-- and those of them that have no twin.
--
-- params:  $predicates: iri*
-- columns: p: iri, triples: int, self_loops: int, matches: int, body: int

SELECT f.p,
       COUNT(CASE WHEN f.s <> f.o THEN 1 END) AS triples,
       COUNT(CASE WHEN f.s = f.o THEN 1 END) AS self_loops,
       COUNT(CASE WHEN f.o > 0 AND twin.s IS NULL THEN 1 END) AS matches,
       COUNT(CASE WHEN f.o > 0 AND f.s <> f.o THEN 1 END) AS body
FROM facts AS f
LEFT JOIN facts AS twin ON twin.s = f.o AND twin.p = f.p AND twin.o = f.s
WHERE f.p IN ($predicates)
GROUP BY f.p
