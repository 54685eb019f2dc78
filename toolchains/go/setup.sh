# Compiles and vets once what a service uses of the standard library, which comes as source alone.
set -eu
here=$PWD
export GOCACHE="$here/cache" GOPROXY=off GOTOOLCHAIN=local GOFLAGS=-mod=mod CGO_ENABLED=0
mkdir warm && cd warm
printf 'module warm\n\ngo 1.21\n' > go.mod
{
  echo 'package main'
  echo 'import ('
  for name in bufio bytes cmp context crypto/rand crypto/sha256 database/sql embed encoding/base64 \
    encoding/csv encoding/hex encoding/json encoding/xml errors flag fmt hash/fnv html/template io \
    io/fs log log/slog maps math math/big math/rand net net/http net/http/httptest net/mail net/url \
    os os/exec os/signal path path/filepath reflect regexp runtime slices sort strconv strings sync \
    sync/atomic syscall testing testing/fstest testing/iotest testing/quick text/tabwriter \
    text/template time unicode unicode/utf8; do
    echo "_ \"$name\""
  done
  echo ')'
} > warm_test.go
printf 'package main\n\nfunc main() {}\n' > main.go
"$here/site/go/bin/go" test ./...
"$here/site/go/bin/go" build -o "$here/warm/built" ./...
cd "$here" && rm -r warm
