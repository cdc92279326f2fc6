// Of each predicate, how many subjects have just these types (IRIs by code point, parted by spaces),
// self-loops left out; subjects without a type are not counted.
//
// params:  $predicates: iri*, $type: iri
// columns: p: iri, kinds: str, subjects: int

MATCH (s)-[:$($type)]->(kind:Entity)
WITH s, kind.iri AS one ORDER BY one
WITH s, collect(one) AS kinds
MATCH (s)-[r]->(o)
WHERE type(r) IN $predicates
  AND s <> o
WITH DISTINCT s, kinds, type(r) AS p
RETURN p, reduce(text = head(kinds), one IN tail(kinds) | text + ' ' + one) AS kinds,
       count(*) AS subjects
