# Rows of name, figure and number, with tabs between, as an object of objects, the least number of each: jq -Rn -f rows.jq ROWS
[inputs / "\t"] | reduce .[] as [$name, $figure, $number] ({}; .[$name][$figure] |= ([. // infinite, ($number | tonumber)] | min))
