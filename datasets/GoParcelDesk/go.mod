module example.org/parceldesk

go 1.13

require (
	github.com/gorilla/mux v1.7.3
	github.com/pkg/errors v0.8.1
	github.com/satori/go.uuid v1.2.0
)
