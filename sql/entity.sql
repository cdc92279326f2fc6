-- Facts about an entity of which the graph tells many.
--
-- params:  $hubs: (x iri, type iri)* = x type of hubs, $facts: int = 20
-- columns: type: iri, x: iri, p: iri, o: iri
-- group:   type
-- sample:  $facts per x
-- item:    x
-- role:    fact = x p o
-- metric:  facts_known

SELECT hubs.type, f.s AS x, f.p, f.o
FROM (VALUES $hubs) AS hubs(x, type)
JOIN facts AS f ON f.s = hubs.x
WHERE f.o > 0
  AND f.s <> f.o
