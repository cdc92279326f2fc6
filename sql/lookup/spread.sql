-- How many entities, and how many literals, have each degree: the distinct facts that a term is
-- subject or object of, a self-loop once.
--
-- columns: degree: int, entities: int, literals: int

SELECT degree,
       COUNT(CASE WHEN term > 0 THEN 1 END) AS entities,
       COUNT(CASE WHEN term < 0 THEN 1 END) AS literals
FROM (
  SELECT term, COUNT(*) AS degree
  FROM (
    SELECT s AS term FROM facts
    UNION ALL
    SELECT o AS term FROM facts WHERE s <> o
  ) AS ends
  GROUP BY term
) AS counted
GROUP BY degree
