-- Whether two entities of one type have the same object of a predicate.
--
-- params:    $predicates: iri*, $least: int = 10, $most: int = 25
-- params:    $among: (x iri, type iri)* = x type of members
-- columns:   p: iri, a: iri, b: iri, t: int
-- unordered: p a b = p b a
-- group:     p
-- keep:      matches >= $least
-- sample:    $most per p t
-- role:      truth = whether a p b as t
-- question:  truth = "Do [a] and [b] have the same [p]?"@en
--              "Haben [a] und [b] denselben Wert bei „[p]“?"@de
--              "Est-ce que [a] et [b] ont la même valeur pour « [p] » ?"@fr
--              "¿Tienen [a] y [b] el mismo valor de «[p]»?"@es
-- metric:    hit
-- alone:     yes

-- Only of who has one object is there the same. Both are of the type: that is not asked.
WITH told AS (
  SELECT m.type, f.p, f.s, MIN(f.o) AS o
  FROM (VALUES $among) AS m(x, type)
  JOIN facts AS f ON f.s = m.x
  WHERE f.p IN ($predicates)
  GROUP BY m.type, f.p, f.s
  HAVING COUNT(*) = 1
)
SELECT one.p, one.s AS a, other.s AS b, CASE WHEN one.o = other.o THEN 1 ELSE 0 END AS t
FROM told AS one
JOIN told AS other ON other.p = one.p AND other.type = one.type
WHERE one.s <> other.s
  AND one.o > 0
  AND other.o > 0
  AND one.o <> one.s
  AND other.o <> other.s
  AND one.o <> one.type
  AND other.o <> other.type
