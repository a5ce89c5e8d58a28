# cmake -DINPUT=file -DOUTPUT=copy -DNAME=path -P neutral_source.cmake: a copy whose line information says NAME.
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "#line 1 \"${NAME}\"\n")
file(APPEND ${OUTPUT} "${text}")
