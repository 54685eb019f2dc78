package main

import (
	"encoding/json"
	"io/ioutil"
	"os"
	"sort"
	"time"

	"github.com/pkg/errors"
	uuid "github.com/satori/go.uuid"
)

type Store struct {
	path    string
	parcels map[string]Parcel
}

func OpenStore(path string) (*Store, error) {
	s := &Store{path: path, parcels: map[string]Parcel{}}
	data, err := ioutil.ReadFile(path)
	if os.IsNotExist(err) {
		return s, nil
	}
	if err != nil {
		return nil, errors.Wrap(err, "read")
	}
	if err := json.Unmarshal(data, &s.parcels); err != nil {
		return nil, errors.Wrap(err, "parse")
	}
	return s, nil
}

func (s *Store) save() error {
	data, err := json.MarshalIndent(s.parcels, "", "  ")
	if err != nil {
		return errors.Wrap(err, "encode")
	}
	return errors.Wrap(ioutil.WriteFile(s.path, data, 0644), "write")
}

func (s *Store) Receive(p Parcel) (Parcel, error) {
	if err := validate(p); err != nil {
		return Parcel{}, err
	}
	p.ID = uuid.NewV4().String()
	p.ReceivedAt = time.Now()
	p.HandedAt = nil
	s.parcels[p.ID] = p
	return p, s.save()
}

func (s *Store) Get(id string) (Parcel, error) {
	p, ok := s.parcels[id]
	if !ok {
		return Parcel{}, errNotFound
	}
	return p, nil
}

func (s *Store) HandOver(id string, flat int, name string) (Parcel, error) {
	p, err := s.Get(id)
	if err != nil {
		return Parcel{}, err
	}
	if p.HandedAt != nil {
		return Parcel{}, errHandedOut
	}
	if p.Flat != flat {
		return Parcel{}, errWrongFlat
	}
	now := time.Now()
	p.HandedAt = &now
	p.HandedTo = name
	s.parcels[id] = p
	return p, s.save()
}

func (s *Store) List(keep func(Parcel) bool) []Parcel {
	found := []Parcel{}
	for _, p := range s.parcels {
		if keep(p) {
			found = append(found, p)
		}
	}
	sort.Slice(found, func(i, j int) bool {
		return found[i].ReceivedAt.Before(found[j].ReceivedAt)
	})
	return found
}
