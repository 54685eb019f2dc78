package main

import (
	"strings"
	"time"

	"github.com/pkg/errors"
)

// Days that the desk keeps a parcel before it is overdue, by size.
const (
	smallDays = 14
	largeDays = 5
)

var (
	errNotFound  = errors.New("there is no such parcel")
	errHandedOut = errors.New("the parcel was already handed out")
	errWrongFlat = errors.New("the parcel is for another flat")
)

type Parcel struct {
	ID         string     `json:"id"`
	Flat       int        `json:"flat"`
	Carrier    string     `json:"carrier"`
	Size       string     `json:"size"`
	ReceivedAt time.Time  `json:"received_at"`
	HandedAt   *time.Time `json:"handed_at,omitempty"`
	HandedTo   string     `json:"handed_to,omitempty"`
}

func (p Parcel) isOverdue(now time.Time) bool {
	if p.HandedAt != nil {
		return false
	}
	days := smallDays
	if p.Size == "large" {
		days = largeDays
	}
	return now.Sub(p.ReceivedAt) > time.Duration(days)*24*time.Hour
}

func validate(p Parcel) error {
	if p.Flat < 1 || p.Flat > 48 {
		return errors.Errorf("flat %d does not exist: there are flats 1 to 48", p.Flat)
	}
	if strings.TrimSpace(p.Carrier) == "" {
		return errors.New("the carrier is missing")
	}
	if p.Size != "small" && p.Size != "large" {
		return errors.New("the size must be small or large")
	}
	return nil
}
