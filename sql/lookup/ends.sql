-- How many different entities the facts have as subjects and objects.
--
-- columns: count: int

SELECT COUNT(*) AS count
FROM (
  SELECT s FROM facts
  UNION
  SELECT o FROM facts WHERE o > 0
) AS ends
