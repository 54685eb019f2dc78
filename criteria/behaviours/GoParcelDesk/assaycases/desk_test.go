// Package assaycases builds the service and asks it over HTTP, as its clients do.
package assaycases

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const (
	address = "127.0.0.1:8080"
	patient = 10 * time.Second
)

type object = map[string]any

type desk struct {
	t       *testing.T
	folder  string
	path    string
	process *exec.Cmd
	output  *bytes.Buffer
	ended   chan struct{}
}

var program string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "desk")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(folder, "desk")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = ".."
	if text, err := build.CombinedOutput(); err != nil {
		fmt.Printf("the service does not build: %s\n", text)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// open starts the service on a file with this text; without text there is no file.
func open(t *testing.T, text string) *desk {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "store")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, folder: folder, path: filepath.Join(folder, "parcels.json")}
	if text != "" {
		if err := os.WriteFile(d.path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d.start()
	t.Cleanup(d.kill)
	return d
}

func (d *desk) start() {
	d.t.Helper()
	d.output = &bytes.Buffer{}
	d.process = exec.Command(program)
	d.process.Dir = d.folder
	d.process.Env = append(os.Environ(), "PARCELS_FILE="+d.path)
	d.process.Stdout, d.process.Stderr = d.output, d.output
	if err := d.process.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.ended = make(chan struct{})
	process, ended := d.process, d.ended
	go func() {
		process.Wait()
		close(ended)
	}()
	for begin := time.Now(); time.Since(begin) < patient; time.Sleep(10 * time.Millisecond) {
		if connection, err := net.Dial("tcp", address); err == nil {
			connection.Close()
			return
		}
		select {
		case <-d.ended:
			d.t.Fatalf("the service ended at its start: %s", d.output)
		default:
		}
	}
	d.t.Fatal("the service does not listen on :8080")
}

func (d *desk) kill() {
	d.process.Process.Kill()
	select {
	case <-d.ended:
	case <-time.After(patient):
	}
}

// asked sends a request and returns the status and the body as JSON.
func (d *desk) asked(method, path, body string) (int, any) {
	d.t.Helper()
	status, value, err := ask(method, path, body)
	if err != nil {
		d.t.Fatalf("%s %s: %v", method, path, err)
	}
	return status, value
}

func ask(method, path, body string) (int, any, error) {
	request, err := http.NewRequest(method, "http://"+address+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	client := http.Client{Timeout: patient}
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	var value any
	json.Unmarshal(text, &value)
	return response.StatusCode, value, err
}

func (d *desk) expect(status int, method, path, body string) object {
	d.t.Helper()
	got, value := d.asked(method, path, body)
	if got != status {
		d.t.Fatalf("%s %s: status %d (%v), expected %d", method, path, got, value, status)
	}
	answer, _ := value.(object)
	return answer
}

func (d *desk) refused(status int, text, method, path, body string) {
	d.t.Helper()
	if answer := d.expect(status, method, path, body); answer["error"] != text {
		d.t.Fatalf("%s %s: error %v, expected %q", method, path, answer["error"], text)
	}
}

func parcel(flat int, carrier, size string) string {
	text, _ := json.Marshal(object{"flat": flat, "carrier": carrier, "size": size})
	return string(text)
}

func (d *desk) received(flat int, size string) string {
	d.t.Helper()
	id, _ := d.expect(201, "POST", "/parcels", parcel(flat, "Swift", size))["id"].(string)
	if id == "" {
		d.t.Fatal("a received parcel has no id")
	}
	return id
}

// ids of the parcels that a path lists.
func (d *desk) ids(path string) []string {
	d.t.Helper()
	status, value := d.asked("GET", path, "")
	list, isList := value.([]any)
	if status != 200 || !isList {
		d.t.Fatalf("GET %s: status %d, %v", path, status, value)
	}
	found := []string{}
	for _, each := range list {
		found = append(found, fmt.Sprint(each.(object)["id"]))
	}
	return found
}

func (d *desk) lists(path string, ids ...string) {
	d.t.Helper()
	if found := d.ids(path); strings.Join(found, " ") != strings.Join(ids, " ") {
		d.t.Fatalf("GET %s lists %v, expected %v", path, found, ids)
	}
}

func taker(flat int, name string) string {
	text, _ := json.Marshal(object{"flat": flat, "name": name})
	return string(text)
}

func anyFlat() int { return 2 + rand.Intn(46) }

func daysAgo(days float64) string {
	return time.Now().Add(-time.Duration(days * float64(24*time.Hour))).UTC().Format(time.RFC3339Nano)
}

func stored(parcels ...object) string {
	whole := object{}
	for _, each := range parcels {
		whole[each["id"].(string)] = each
	}
	text, _ := json.Marshal(whole)
	return string(text)
}

func old(id string, flat int, size string, days float64) object {
	return object{"id": id, "flat": flat, "carrier": "Swift", "size": size, "received_at": daysAgo(days)}
}

func TestReceivedParcelIsAnsweredWithItsFields(t *testing.T) {
	flat := anyFlat()
	answer := open(t, "").expect(201, "POST", "/parcels", parcel(flat, "Blue Van", "large"))
	at, err := time.Parse(time.RFC3339Nano, fmt.Sprint(answer["received_at"]))
	if err != nil || time.Since(at).Abs() > time.Minute {
		t.Fatalf("received_at is %v", answer["received_at"])
	}
	if answer["flat"] != float64(flat) || answer["carrier"] != "Blue Van" || answer["size"] != "large" {
		t.Fatalf("the answer is %v", answer)
	}
	if _, has := answer["handed_at"]; has {
		t.Fatalf("a parcel that waits has handed_at: %v", answer)
	}
}

func TestIdsAre32HexadecimalDigitsAndDiffer(t *testing.T) {
	d := open(t, "")
	first, second := d.received(3, "small"), d.received(3, "small")
	if !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(first) || first == second {
		t.Fatalf("ids are %s and %s", first, second)
	}
}

func TestReceivedParcelIsShown(t *testing.T) {
	d := open(t, "")
	flat := anyFlat()
	id := d.expect(201, "POST", "/parcels", parcel(flat, "Swift", "small"))["id"]
	answer := d.expect(200, "GET", fmt.Sprintf("/parcels/%v", id), "")
	if answer["id"] != id || answer["flat"] != float64(flat) {
		t.Fatalf("it shows %v", answer)
	}
}

func TestUnknownParcelIsNotFound(t *testing.T) {
	open(t, "").refused(404, "there is no such parcel", "GET", "/parcels/0123", "")
}

func TestFlatsOutside1To48AreRefused(t *testing.T) {
	d := open(t, "")
	for _, flat := range []int{0, 49, -5} {
		text := fmt.Sprintf("flat %d does not exist: there are flats 1 to 48", flat)
		d.refused(400, text, "POST", "/parcels", parcel(flat, "Swift", "small"))
	}
	d.lists("/parcels")
}

func TestFlats1And48Exist(t *testing.T) {
	d := open(t, "")
	d.received(1, "small")
	d.received(48, "small")
}

func TestMissingCarrierIsRefused(t *testing.T) {
	d := open(t, "")
	for _, carrier := range []string{"", "   "} {
		d.refused(400, "the carrier is missing", "POST", "/parcels", parcel(4, carrier, "small"))
	}
}

func TestOtherSizesAreRefused(t *testing.T) {
	d := open(t, "")
	for _, size := range []string{"", "huge", "Small"} {
		d.refused(400, "the size must be small or large", "POST", "/parcels", parcel(4, "Swift", size))
	}
}

func TestParcelIsHandedOut(t *testing.T) {
	d := open(t, "")
	flat := anyFlat()
	id := d.received(flat, "small")
	answer := d.expect(200, "POST", "/parcels/"+id+"/handover", taker(flat, "Ada"))
	at, err := time.Parse(time.RFC3339Nano, fmt.Sprint(answer["handed_at"]))
	if err != nil || time.Since(at).Abs() > time.Minute || answer["handed_to"] != "Ada" {
		t.Fatalf("the answer is %v", answer)
	}
	if shown := d.expect(200, "GET", "/parcels/"+id, ""); shown["handed_to"] != "Ada" {
		t.Fatalf("it shows %v", shown)
	}
}

func TestParcelIsHandedOutOnce(t *testing.T) {
	d := open(t, "")
	id := d.received(7, "small")
	d.expect(200, "POST", "/parcels/"+id+"/handover", taker(7, "Ada"))
	d.refused(409, "the parcel was already handed out", "POST", "/parcels/"+id+"/handover", taker(7, "Bo"))
	if shown := d.expect(200, "GET", "/parcels/"+id, ""); shown["handed_to"] != "Ada" {
		t.Fatalf("it shows %v", shown)
	}
}

func TestAnotherFlatGetsNoParcel(t *testing.T) {
	d := open(t, "")
	id := d.received(7, "small")
	d.refused(403, "the parcel is for another flat", "POST", "/parcels/"+id+"/handover", taker(8, "Bo"))
	d.lists("/parcels?waiting=true", id)
}

func TestUnknownParcelIsNotHandedOut(t *testing.T) {
	open(t, "").refused(404, "there is no such parcel", "POST", "/parcels/0123/handover", taker(7, "Ada"))
}

func TestParcelsAreListedOldestFirst(t *testing.T) {
	d := open(t, stored(old("b", 2, "small", 1), old("c", 3, "small", 3), old("a", 4, "small", 2)))
	d.lists("/parcels", append([]string{"c", "a", "b"}, d.received(5, "small"))...)
}

func TestParcelsOfOneFlatAreListed(t *testing.T) {
	d := open(t, stored(old("b", 2, "small", 1), old("c", 3, "small", 3), old("a", 2, "small", 2)))
	d.lists("/parcels?flat=2", "a", "b")
	d.lists("/parcels?flat=9")
}

func TestWaitingParcelsAreListed(t *testing.T) {
	gone := old("g", 2, "small", 3)
	gone["handed_at"], gone["handed_to"] = daysAgo(1), "Ada"
	d := open(t, stored(gone, old("w", 2, "small", 2), old("x", 5, "small", 1)))
	d.lists("/parcels?waiting=true", "w", "x")
	d.lists("/parcels?flat=2&waiting=true", "w")
	d.lists("/parcels?waiting=false", "g", "w", "x")
	d.lists("/parcels", "g", "w", "x")
}

func TestFlatThatIsNoNumberIsRefused(t *testing.T) {
	open(t, "").refused(400, "flat must be a number", "GET", "/parcels?flat=ten", "")
}

func TestSmallParcelsAreOverdueAfter14Days(t *testing.T) {
	open(t, stored(old("late", 2, "small", 14.1), old("fine", 2, "small", 13.9))).lists("/overdue", "late")
}

func TestLargeParcelsAreOverdueAfter5Days(t *testing.T) {
	open(t, stored(old("late", 2, "large", 5.1), old("fine", 2, "large", 4.9))).lists("/overdue", "late")
}

func TestHandedOutParcelsAreNeverOverdue(t *testing.T) {
	gone := old("g", 2, "large", 30)
	gone["handed_at"], gone["handed_to"] = daysAgo(1), "Ada"
	open(t, stored(gone, old("late", 2, "large", 29))).lists("/overdue", "late")
}

func TestOldFilesAreRead(t *testing.T) {
	id := "0f8fad5b-d9cb-469f-a165-70867728950e"
	d := open(t, stored(old(id, 12, "small", 1)))
	d.lists("/parcels", id)
	d.expect(200, "POST", "/parcels/"+id+"/handover", taker(12, "Ada"))
}

func TestParcelsOutliveTheProcess(t *testing.T) {
	d := open(t, "")
	id := d.received(6, "large")
	d.expect(200, "POST", "/parcels/"+id+"/handover", taker(6, "Ada"))
	second := d.received(9, "small")
	d.kill()
	d.start()
	d.lists("/parcels", id, second)
	d.lists("/parcels?waiting=true", second)
}

func TestBodiesThatAreNoJSONAreRefused(t *testing.T) {
	d := open(t, "")
	id := d.received(6, "large")
	d.refused(400, "the body is no JSON", "POST", "/parcels", "flat 6")
	d.refused(400, "the body is no JSON", "POST", "/parcels/"+id+"/handover", "{")
	d.lists("/parcels?waiting=true", id)
}

func TestUnknownKeysAreRefused(t *testing.T) {
	d := open(t, "")
	id := d.received(6, "large")
	d.expect(400, "POST", "/parcels", `{"flat": 3, "carrier": "Swift", "size": "small", "weight": 3}`)
	d.expect(400, "POST", "/parcels/"+id+"/handover", `{"flat": 6, "name": "Ada", "tip": 1}`)
	d.lists("/parcels?waiting=true", id)
}

func TestClientsSetNoIdAndNoTimes(t *testing.T) {
	d := open(t, "")
	for _, key := range []string{"id", "received_at", "handed_at", "handed_to"} {
		value := `"mine"`
		if strings.HasSuffix(key, "_at") {
			value = `"2001-01-01T00:00:00Z"`
		}
		body := fmt.Sprintf(`{"flat": 3, "carrier": "Swift", "size": "small", %q: %s}`, key, value)
		status, answer := d.asked("POST", "/parcels", body)
		if status == 201 && strings.Contains(fmt.Sprint(answer), strings.Trim(value, `"`)[:4]) {
			t.Fatalf("a client sets %s: %v", key, answer)
		}
		if status != 201 && status != 400 {
			t.Fatalf("%s: status %d", key, status)
		}
	}
}

func TestBodiesOver64KiBAreRefused(t *testing.T) {
	d := open(t, "")
	status, _, err := ask("POST", "/parcels", parcel(3, strings.Repeat("x", 66<<10), "small"))
	if err == nil && status < 400 {
		t.Fatalf("66 KiB: status %d", status)
	}
	d.lists("/parcels")
	d.expect(201, "POST", "/parcels", parcel(3, strings.Repeat("x", 60<<10), "small"))
}

func TestOtherMethodsAreNotAllowed(t *testing.T) {
	d := open(t, "")
	for _, each := range [][2]string{{"DELETE", "/parcels"}, {"GET", "/parcels/1/handover"}, {"POST", "/overdue"}} {
		d.expect(405, each[0], each[1], "{}")
	}
}

func TestTheFileIsForItsOwnerAlone(t *testing.T) {
	d := open(t, "")
	d.received(3, "small")
	found, err := os.Stat(d.path)
	if err != nil || found.Mode().Perm() != 0o600 {
		t.Fatalf("the file: %v, %v", found, err)
	}
	left, _ := os.ReadDir(d.folder)
	if len(left) != 1 {
		t.Fatalf("files are left beside it: %v", left)
	}
}

// broken puts a file in the place of the folder, so that nothing can be saved any more.
func (d *desk) broken() {
	d.t.Helper()
	if err := os.RemoveAll(d.folder); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(d.folder, nil, 0o600); err != nil {
		d.t.Fatal(err)
	}
}

func TestAFailureOfTheDiskIsAnInternalError(t *testing.T) {
	d := open(t, "")
	d.received(3, "small")
	d.broken()
	d.refused(500, "internal error", "POST", "/parcels", parcel(4, "Swift", "small"))
}

func TestAParcelThatCouldNotBeSavedIsNotThere(t *testing.T) {
	d := open(t, "")
	id := d.received(3, "small")
	d.broken()
	d.asked("POST", "/parcels", parcel(4, "Swift", "small"))
	d.lists("/parcels", id)
}

func TestAHandoverThatCouldNotBeSavedIsUndone(t *testing.T) {
	d := open(t, "")
	id := d.received(3, "small")
	d.broken()
	d.expect(500, "POST", "/parcels/"+id+"/handover", taker(3, "Ada"))
	d.lists("/parcels?waiting=true", id)
	if shown := d.expect(200, "GET", "/parcels/"+id, ""); shown["handed_to"] != nil {
		t.Fatalf("it shows %v", shown)
	}
}

// together runs the function so many times at once.
func together(times int, each func(number int)) {
	var group sync.WaitGroup
	for number := range times {
		group.Add(1)
		go func() {
			defer group.Done()
			each(number)
		}()
	}
	group.Wait()
}

func TestManyParcelsAtOnceAreAllKept(t *testing.T) {
	d := open(t, "")
	together(60, func(number int) {
		ask("POST", "/parcels", parcel(1+number%48, "Swift", "small"))
		ask("GET", "/parcels", "")
	})
	if found := d.ids("/parcels"); len(found) != 60 {
		t.Fatalf("%d of 60 parcels are there", len(found))
	}
	d.kill()
	d.start()
	if found := d.ids("/parcels"); len(found) != 60 {
		t.Fatalf("%d of 60 parcels are in the file", len(found))
	}
}

func TestOneOfManyTakersGetsTheParcel(t *testing.T) {
	d := open(t, "")
	for range 20 {
		id := d.received(5, "small")
		var mutex sync.Mutex
		counts := map[int]int{}
		together(40, func(number int) {
			status, _, _ := ask("POST", "/parcels/"+id+"/handover", taker(5, fmt.Sprint("person ", number)))
			mutex.Lock()
			counts[status]++
			mutex.Unlock()
		})
		if counts[200] != 1 || counts[409] != 39 {
			t.Fatalf("statuses of 40 takers: %v", counts)
		}
	}
}

func TestItEndsOnSIGTERMAndSIGINT(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, syscall.SIGINT} {
		d := open(t, "")
		d.process.Process.Signal(signal)
		select {
		case <-d.ended:
		case <-time.After(12 * time.Second):
			t.Fatalf("it still runs 12 s after %v", signal)
		}
		if status, isStatus := d.process.ProcessState.Sys().(syscall.WaitStatus); isStatus && status.Signaled() {
			t.Fatalf("%v killed it", signal)
		}
	}
}

func TestARequestUnderWayIsAnswered(t *testing.T) {
	d := open(t, "")
	connection, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	body := parcel(6, "Swift", "small")
	half := len(body) / 2
	fmt.Fprintf(connection, "POST /parcels HTTP/1.1\r\nHost: desk\r\nContent-Length: %d\r\n\r\n%s", len(body), body[:half])
	time.Sleep(300 * time.Millisecond)
	d.process.Process.Signal(syscall.SIGTERM)
	time.Sleep(300 * time.Millisecond)
	fmt.Fprint(connection, body[half:])
	connection.SetReadDeadline(time.Now().Add(patient))
	start := make([]byte, 12)
	if _, err := io.ReadFull(connection, start); err != nil || string(start) != "HTTP/1.1 201" {
		t.Fatalf("the answer begins with %q (%v)", start, err)
	}
}

func TestRefusalsAndParcelsAreLoggedAsRecords(t *testing.T) {
	d := open(t, "")
	id := d.received(6, "small")
	d.asked("POST", "/parcels/"+id+"/handover", taker(5, "Bo"))
	d.expect(200, "POST", "/parcels/"+id+"/handover", taker(6, "Ada"))
	d.kill()
	record := regexp.MustCompile(`(?m)^(time=\S+ level=\w+ msg=.*\w=\S|\{.*"level":.*"msg":.*\})`)
	if found := record.FindAllString(d.output.String(), -1); len(found) < 3 {
		t.Fatalf("the log has %d records with keys:\n%s", len(found), d.output.String())
	}
}
