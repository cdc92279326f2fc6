// Of each predicate, how many objects have just these types (IRIs by code point, parted by spaces),
// self-loops left out; objects without a type are not counted.
//
// params:  $predicates: iri*, $type: iri
// columns: p: iri, kinds: str, objects: int

MATCH (o)-[:$($type)]->(kind:Entity)
WITH o, kind.iri AS one ORDER BY one
WITH o, collect(one) AS kinds
MATCH (s)-[r]->(o)
WHERE type(r) IN $predicates
  AND s <> o
WITH DISTINCT o, kinds, type(r) AS p
RETURN p, reduce(text = head(kinds), one IN tail(kinds) | text + ' ' + one) AS kinds,
       count(*) AS objects
