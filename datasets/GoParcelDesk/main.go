package main

import (
	"log"
	"net/http"
	"os"

	"github.com/gorilla/mux"
)

var store *Store

func main() {
	path := os.Getenv("PARCELS_FILE")
	if path == "" {
		path = "parcels.json"
	}
	var err error
	store, err = OpenStore(path)
	if err != nil {
		log.Fatalf("cannot open %s: %+v", path, err)
	}
	router := mux.NewRouter()
	router.HandleFunc("/parcels", listParcels).Methods("GET")
	router.HandleFunc("/parcels", receiveParcel).Methods("POST")
	router.HandleFunc("/parcels/{id}", showParcel).Methods("GET")
	router.HandleFunc("/parcels/{id}/handover", handOver).Methods("POST")
	router.HandleFunc("/overdue", listOverdue).Methods("GET")
	log.Println("the desk is open on :8080")
	log.Fatal(http.ListenAndServe(":8080", router))
}
