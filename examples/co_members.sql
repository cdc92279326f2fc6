-- Two members of one group: a and b both belong to g.
-- params:    $member: iri = wdt:P463, $most: int = 50
-- columns:   g: iri, a: iri, b: iri
-- unordered: a b = b a
-- group:     $member
-- sample:    $most per g, 1000
-- role:      one   = a $member g
-- role:      other = b $member g
-- metric:    both_given_either
SELECT one.o AS g, one.s AS a, other.s AS b
FROM facts AS one
JOIN facts AS other ON other.p = one.p AND other.o = one.o
WHERE one.p = $member
  AND one.s <> other.s
  AND one.o > 0
