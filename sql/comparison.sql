-- Of two entities of one type, which has the larger value of a predicate, and which the smaller; of
-- dates, the later and the earlier.
--
-- params:    $predicates: iri*, $least: int = 10, $most: int = 50
-- params:    $among: (x iri, type iri)* = x type of members
-- columns:   p: iri, a: iri, b: iri, u: term, v: term
-- unordered: p a b u v = p b a v u
-- group:     p
-- keep:      matches >= $least
-- sample:    $most per group
-- role:      larger  = larger a b by p as u v
-- role:      smaller = smaller a b by p as u v
-- question:  larger  = "Which has the larger [p], [a] or [b]?"@en
--              "Was hat den größeren Wert von „[p]“, [a] oder [b]?"@de
--              "Lequel a la plus grande valeur de « [p] », [a] ou [b] ?"@fr
--              "¿Cuál tiene el mayor valor de «[p]», [a] o [b]?"@es
-- question:  larger dates = "Which has the later [p], [a] or [b]?"@en
--              "Was hat das spätere Datum von „[p]“, [a] oder [b]?"@de
--              "Lequel a la date de « [p] » la plus tardive, [a] ou [b] ?"@fr
--              "¿Cuál tiene la fecha más tardía de «[p]», [a] o [b]?"@es
-- question:  smaller = "Which has the smaller [p], [a] or [b]?"@en
--              "Was hat den kleineren Wert von „[p]“, [a] oder [b]?"@de
--              "Lequel a la plus petite valeur de « [p] », [a] ou [b] ?"@fr
--              "¿Cuál tiene el menor valor de «[p]», [a] o [b]?"@es
-- question:  smaller dates = "Which has the earlier [p], [a] or [b]?"@en
--              "Was hat das frühere Datum von „[p]“, [a] oder [b]?"@de
--              "Lequel a la date de « [p] » la plus ancienne, [a] ou [b] ?"@fr
--              "¿Cuál tiene la fecha más temprana de «[p]», [a] o [b]?"@es
-- metric:    both_given_either
-- alone:     yes

-- kgforge itself compares the two values, since engines do it differently.
-- Only of who has one value is there a larger.
WITH told AS (
  SELECT m.type, f.p, f.s, MIN(f.o) AS o
  FROM (VALUES $among) AS m(x, type)
  JOIN facts AS f ON f.s = m.x
  WHERE f.p IN ($predicates)
  GROUP BY m.type, f.p, f.s
  HAVING COUNT(*) = 1
)
SELECT one.p, one.s AS a, other.s AS b, one.o AS u, other.o AS v
FROM told AS one
JOIN told AS other ON other.p = one.p AND other.type = one.type
WHERE one.s <> other.s
  AND one.o < 0
  AND other.o < 0
