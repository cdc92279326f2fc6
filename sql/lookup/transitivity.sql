-- Of each predicate, from which x to which z two of its steps lead, over three different entities,
-- and how many of these pairs one step joins, too.
--
-- params:  $predicates: iri*
-- columns: p: iri, body: int, support: int
-- parts:   p of $predicates

SELECT walks.p, COUNT(*) AS body, COUNT(closing.s) AS support
FROM (
  SELECT DISTINCT f1.p, f1.s AS x, f2.o AS z
  FROM facts AS f1
  JOIN facts AS f2 ON f2.s = f1.o AND f2.p = f1.p
  WHERE f1.p IN ($predicates)
    AND f1.s <> f1.o
    AND f1.o <> f2.o
    AND f1.s <> f2.o
    AND f2.o > 0
) AS walks
LEFT JOIN facts AS closing ON closing.s = walks.x AND closing.p = walks.p AND closing.o = walks.z
GROUP BY walks.p
