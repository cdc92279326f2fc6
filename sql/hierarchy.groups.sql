-- Of a hierarchy: its triples, its self-loops, and how often two of its steps follow one another.
--
-- params:  $sub: iri
-- columns: triples: int, self_loops: int, matches: int

WITH walks AS (
  SELECT COUNT(*) AS matches
  FROM facts AS f1
  JOIN facts AS f2 ON f2.s = f1.o
  WHERE f1.p = $sub
    AND f2.p = $sub
    AND f1.s <> f1.o
    AND f1.o <> f2.o
    AND f1.s <> f2.o
    AND f2.o > 0
),
counted AS (
  SELECT COUNT(CASE WHEN s <> o THEN 1 END) AS triples,
         COUNT(CASE WHEN s = o THEN 1 END) AS self_loops
  FROM facts
  WHERE p = $sub
)
SELECT counted.triples, counted.self_loops, walks.matches
FROM counted
CROSS JOIN walks
WHERE walks.matches > 0
