package main

import (
	"encoding/json"
	"io/ioutil"
	"log"
	"net/http"
	"strconv"
	"time"

	"github.com/gorilla/mux"
	"github.com/pkg/errors"
)

func reply(w http.ResponseWriter, status int, value interface{}) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value)
}

func fail(w http.ResponseWriter, err error) {
	status := http.StatusBadRequest
	switch errors.Cause(err) {
	case errNotFound:
		status = http.StatusNotFound
	case errHandedOut:
		status = http.StatusConflict
	case errWrongFlat:
		status = http.StatusForbidden
	}
	log.Printf("refused: %v", err)
	reply(w, status, map[string]string{"error": err.Error()})
}

func listParcels(w http.ResponseWriter, r *http.Request) {
	flat := 0
	if text := r.URL.Query().Get("flat"); text != "" {
		number, err := strconv.Atoi(text)
		if err != nil {
			fail(w, errors.New("flat must be a number"))
			return
		}
		flat = number
	}
	waiting := r.URL.Query().Get("waiting") == "true"
	reply(w, http.StatusOK, store.List(func(p Parcel) bool {
		return (flat == 0 || p.Flat == flat) && (!waiting || p.HandedAt == nil)
	}))
}

func receiveParcel(w http.ResponseWriter, r *http.Request) {
	body, err := ioutil.ReadAll(r.Body)
	if err != nil {
		fail(w, err)
		return
	}
	var p Parcel
	if err := json.Unmarshal(body, &p); err != nil {
		fail(w, errors.New("the body is no JSON"))
		return
	}
	p, err = store.Receive(p)
	if err != nil {
		fail(w, err)
		return
	}
	log.Printf("received %s for flat %d", p.ID, p.Flat)
	reply(w, http.StatusCreated, p)
}

func showParcel(w http.ResponseWriter, r *http.Request) {
	p, err := store.Get(mux.Vars(r)["id"])
	if err != nil {
		fail(w, err)
		return
	}
	reply(w, http.StatusOK, p)
}

func handOver(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Flat int    `json:"flat"`
		Name string `json:"name"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		fail(w, errors.New("the body is no JSON"))
		return
	}
	p, err := store.HandOver(mux.Vars(r)["id"], body.Flat, body.Name)
	if err != nil {
		fail(w, err)
		return
	}
	log.Printf("handed %s to %s", p.ID, p.HandedTo)
	reply(w, http.StatusOK, p)
}

func listOverdue(w http.ResponseWriter, r *http.Request) {
	now := time.Now()
	reply(w, http.StatusOK, store.List(func(p Parcel) bool { return p.isOverdue(now) }))
}
