// Two of one name and kind, one of them well known and one hardly: a is p of x, and b is p of y.
//
// params:  $predicates: iri*, $type: iri = p of typing, $language: str = en
// params:  $times: float = 5, $most: int = 375
// columns: p: iri, a: iri, b: iri, x: iri, y: iri
// group:   p
// sample:  1 per p a b, $most
// role:    head = a p x
// role:    tail = b p y
// metric:  both_given_either
// answers: target

MATCH (one)-[:$($type)]->(kind)
UNWIND one['label_' + toLower($language)] AS name
WITH kind, name, collect(one) AS alike
WHERE size(alike) > 1  // for speed alone
UNWIND alike AS a
UNWIND alike AS b
WITH DISTINCT a, b
WHERE a <> b
MATCH (a)-[r]-(other)
WHERE NOT other:Mention
WITH a, b, count(r) AS known
MATCH (b)-[r]-(other)
WHERE NOT other:Mention
WITH a, b, known, count(r) AS hardly
WHERE known >= $times * hardly
MATCH (a)-[r]->(x:Entity)
WHERE type(r) IN $predicates
  AND type(r) <> $type
  AND a <> x
  AND b <> x
MATCH (b)-[s]->(y:Entity)
WHERE type(s) = type(r)
  AND a <> y
  AND b <> y
  AND x <> y
RETURN type(r) AS p, a.iri AS a, b.iri AS b, x.iri AS x, y.iri AS y
