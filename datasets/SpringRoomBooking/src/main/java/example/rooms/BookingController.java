package example.rooms;

import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import javax.validation.Valid;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api")
public class BookingController {
    @Autowired
    private BookingService service;

    @RequestMapping(value = "/rooms", method = RequestMethod.GET)
    public List<Room> rooms(@RequestParam(defaultValue = "1") int people) {
        return service.roomsFor(people);
    }

    @RequestMapping(value = "/rooms/{id}/bookings", method = RequestMethod.GET)
    public List<Booking> bookings(@PathVariable Long id,
            @RequestParam @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME) Date from,
            @RequestParam @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME) Date to) {
        return service.between(id, from, to);
    }

    @RequestMapping(value = "/bookings", method = RequestMethod.POST)
    @ResponseStatus(HttpStatus.CREATED)
    public Booking book(@Valid @RequestBody BookingRequest request) {
        return service.book(request);
    }

    @RequestMapping(value = "/bookings/{id}", method = RequestMethod.DELETE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    public void cancel(@PathVariable Long id, @RequestParam String holder) {
        service.cancel(id, holder);
    }

    @ExceptionHandler(BookingException.class)
    public ResponseEntity<Map<String, String>> refused(BookingException error) {
        return ResponseEntity.status(error.getStatus())
                .body(Collections.singletonMap("error", error.getMessage()));
    }

    @ExceptionHandler(MethodArgumentNotValidException.class)
    @ResponseStatus(HttpStatus.BAD_REQUEST)
    public Map<String, String> invalid(MethodArgumentNotValidException error) {
        String message = error.getBindingResult().getFieldErrors().get(0).getDefaultMessage();
        return Collections.singletonMap("error", message);
    }
}
