-- How many objects of a predicate an entity has in the graph: x has n of p.
--
-- params:   $predicates: iri*, $from: int = 2, $to: int = 20, $least: int = 10, $most: int = 50
-- columns:  p: iri, x: iri, n: int
-- parts:    p of $predicates
-- group:    p
-- keep:     matches >= $least
-- sample:   $most per group
-- role:     number = count x p n
-- question: number = "How many different values does “[p]” have for [x]?"@en
--             "Wie viele verschiedene Werte hat „[p]“ bei [x]?"@de
--             "Combien de valeurs différentes « [p] » a-t-il pour [x] ?"@fr
--             "¿Cuántos valores distintos tiene «[p]» para [x]?"@es
-- metric:   hit
-- alone:    yes

-- kgforge compares no count with the world's: where the graph lacks objects, n is too small.
SELECT p, s AS x, COUNT(*) AS n
FROM facts
WHERE p IN ($predicates)
  AND o > 0
  AND s <> o
GROUP BY p, s
HAVING COUNT(*) >= $from
  AND COUNT(*) <= $to
