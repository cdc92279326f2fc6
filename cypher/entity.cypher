// Facts about an entity of which the graph tells many.
//
// params:  $hubs: (x iri, type iri)* = x type of hubs, $predicates: iri*
// params:  $facts: int = 20
// columns: type: iri, x: iri, p: iri, o: iri
// group:   type
// sample:  $facts per x
// item:    x
// role:    fact = x p o
// metric:  facts_known

UNWIND $hubs AS hub
MATCH (x)-[r]->(o:Entity)
WHERE x.iri = hub.x
  AND x:Entity  // for speed alone
  AND x <> o
  AND type(r) IN $predicates
RETURN hub.type AS type, x.iri AS x, type(r) AS p, o.iri AS o
