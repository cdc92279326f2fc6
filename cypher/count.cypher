// How many objects of a predicate an entity has in the graph: x has n of p.
//
// params:   $predicates: iri*, $from: int = 2, $to: int = 20, $least: int = 10, $most: int = 50
// columns:  p: iri, x: iri, n: int
// parts:    p of $predicates
// group:    p
// keep:     matches >= $least
// sample:   $most per group
// role:     number = count x p n
// question: number = "How many different values does “[p]” have for [x]?"@en
//             "Wie viele verschiedene Werte hat „[p]“ bei [x]?"@de
//             "Combien de valeurs différentes « [p] » a-t-il pour [x] ?"@fr
//             "¿Cuántos valores distintos tiene «[p]» para [x]?"@es
// metric:   hit
// alone:    yes

// kgforge compares no count with the world's: where the graph lacks objects, n is too small.
MATCH (x)-[r]->(o:Entity)
WHERE type(r) IN $predicates
  AND x <> o
WITH type(r) AS p, x, count(*) AS n
WHERE n >= $from
  AND n <= $to
RETURN p, x.iri AS x, n
