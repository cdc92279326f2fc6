-- How many different subjects and objects the facts have, literals among them.
--
-- columns: count: int

SELECT COUNT(*) AS count
FROM (SELECT s AS found FROM facts UNION SELECT o FROM facts) AS ends
