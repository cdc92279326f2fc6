// Whether two entities of one type have the same object of a predicate.
//
// params:    $predicates: iri*, $least: int = 10, $most: int = 25
// params:    $among: (x iri, type iri)* = x type of members
// columns:   p: iri, a: iri, b: iri, t: int
// unordered: p a b = p b a
// group:     p
// keep:      matches >= $least
// sample:    $most per p t
// role:      truth = whether a p b as t
// question:  truth = "Do [a] and [b] have the same [p]?"@en
//              "Haben [a] und [b] denselben Wert bei „[p]“?"@de
//              "Est-ce que [a] et [b] ont la même valeur pour « [p] » ?"@fr
//              "¿Tienen [a] y [b] el mismo valor de «[p]»?"@es
// metric:    hit
// alone:     yes

// Only of who has one object is there the same. Both are of the type: that is not asked.
UNWIND $among AS one
MATCH (x)-[r]->(o)
WHERE x.iri = one.x
  AND x:Entity  // for speed alone
  AND type(r) IN $predicates
WITH one.type AS type, type(r) AS p, x, collect(o) AS said
WHERE size(said) = 1
WITH type, p, x, said[0] AS o
WHERE o:Entity
  AND x <> o
  AND o.iri <> type
WITH type, p, collect({x: x, o: o}) AS told
UNWIND told AS one
UNWIND told AS other
WITH p, one, other
WHERE one.x <> other.x
RETURN p, one.x.iri AS a, other.x.iri AS b, CASE WHEN one.o = other.o THEN 1 ELSE 0 END AS t
