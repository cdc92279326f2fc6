// Of two entities of one type, which has the larger value of a predicate, and which the smaller; of
// dates, the later and the earlier.
//
// params:    $predicates: iri*, $least: int = 10, $most: int = 50
// params:    $among: (x iri, type iri)* = x type of members
// columns:   p: iri, a: iri, b: iri, u: term, v: term
// unordered: p a b u v = p b a v u
// group:     p
// keep:      matches >= $least
// sample:    $most per group
// role:      larger  = larger a b by p as u v
// role:      smaller = smaller a b by p as u v
// question:  larger  = "Which has the larger [p], [a] or [b]?"@en
//              "Was hat den größeren Wert von „[p]“, [a] oder [b]?"@de
//              "Lequel a la plus grande valeur de « [p] », [a] ou [b] ?"@fr
//              "¿Cuál tiene el mayor valor de «[p]», [a] o [b]?"@es
// question:  larger dates = "Which has the later [p], [a] or [b]?"@en
//              "Was hat das spätere Datum von „[p]“, [a] oder [b]?"@de
//              "Lequel a la date de « [p] » la plus tardive, [a] ou [b] ?"@fr
//              "¿Cuál tiene la fecha más tardía de «[p]», [a] o [b]?"@es
// question:  smaller = "Which has the smaller [p], [a] or [b]?"@en
//              "Was hat den kleineren Wert von „[p]“, [a] oder [b]?"@de
//              "Lequel a la plus petite valeur de « [p] », [a] ou [b] ?"@fr
//              "¿Cuál tiene el menor valor de «[p]», [a] o [b]?"@es
// question:  smaller dates = "Which has the earlier [p], [a] or [b]?"@en
//              "Was hat das frühere Datum von „[p]“, [a] oder [b]?"@de
//              "Lequel a la date de « [p] » la plus ancienne, [a] ou [b] ?"@fr
//              "¿Cuál tiene la fecha más temprana de «[p]», [a] o [b]?"@es
// metric:    both_given_either
// alone:     yes

// kgforge itself compares the two values, since engines do it differently.
// Only of who has one value is there a larger.
UNWIND $among AS one
MATCH (x)-[r]->(o)
WHERE x.iri = one.x
  AND x:Entity  // for speed alone
  AND type(r) IN $predicates
WITH one.type AS type, type(r) AS p, x, collect(o) AS said
WHERE size(said) = 1
WITH type, p, x, said[0] AS o
WHERE o:Literal
WITH type, p, collect({x: x, o: o}) AS told
UNWIND told AS one
UNWIND told AS other
WITH p, one, other
WHERE one.x <> other.x
RETURN p, one.x.iri AS a, other.x.iri AS b, one.o.term AS u, other.o.term AS v
