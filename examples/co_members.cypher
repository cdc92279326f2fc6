// Two members of one group: a and b both belong to g.
// params:    $member: iri = wdt:P463, $most: int = 50
// columns:   g: iri, a: iri, b: iri
// unordered: a b = b a
// group:     $member
// sample:    $most per g, 1000
// role:      one   = a $member g
// role:      other = b $member g
// metric:    both_given_either
MATCH (a)-[:$($member)]->(g:Entity)
MATCH (b)-[:$($member)]->(g)
WHERE a <> b
RETURN g.iri AS g, a.iri AS a, b.iri AS b
