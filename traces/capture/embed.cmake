# cmake -DINPUT=file -DOUTPUT=header -DNAME=kName -P embed.cmake: a file's bytes as a C++ array.
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes ${hex})
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes ${bytes})
file(WRITE ${OUTPUT} "// Generated.\n#pragma once\nalignas(16) inline constexpr unsigned char ${NAME}[] = {\n${bytes}\n};\n")
