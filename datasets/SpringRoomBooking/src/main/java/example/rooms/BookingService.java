package example.rooms;

import java.util.Calendar;
import java.util.Date;
import java.util.List;
import org.apache.commons.lang.StringUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;

@Service
public class BookingService {
    private static final long HOUR = 60 * 60 * 1000L;

    @Autowired
    private RoomRepository rooms;
    @Autowired
    private BookingRepository bookings;
    @Value("${rooms.max-hours}")
    private int maxHours;
    @Value("${rooms.days-ahead}")
    private int daysAhead;

    public List<Room> roomsFor(int people) {
        return rooms.findBySeatsGreaterThanEqualOrderBySeats(people);
    }

    public List<Booking> between(Long roomId, Date from, Date to) {
        return bookings.findOverlapping(roomId, from, to);
    }

    public Booking book(BookingRequest request) {
        Room room = rooms.findById(request.getRoomId()).orElse(null);
        if (room == null) {
            throw new BookingException(404, "There is no such room");
        }
        if (request.getPeople() > room.getSeats()) {
            throw new BookingException(400, room.getName() + " has only " + room.getSeats() + " seats");
        }
        if (!request.getStartsAt().before(request.getEndsAt())) {
            throw new BookingException(400, "The end must be after the start");
        }
        if (request.getEndsAt().getTime() - request.getStartsAt().getTime() > maxHours * HOUR) {
            throw new BookingException(400, "A booking lasts at most " + maxHours + " hours");
        }
        Date now = new Date();
        Calendar last = Calendar.getInstance();
        last.setTime(now);
        last.add(Calendar.DATE, daysAhead);
        if (request.getStartsAt().before(now) || request.getStartsAt().after(last.getTime())) {
            throw new BookingException(400, "The start must be within the next " + daysAhead + " days");
        }
        if (!bookings.findOverlapping(room.getId(), request.getStartsAt(), request.getEndsAt()).isEmpty()) {
            throw new BookingException(409, "The room is taken at that time");
        }
        Booking booking = new Booking();
        booking.setRoom(room);
        booking.setHolder(StringUtils.trim(request.getHolder()));
        booking.setPeople(request.getPeople());
        booking.setStartsAt(request.getStartsAt());
        booking.setEndsAt(request.getEndsAt());
        return bookings.save(booking);
    }

    public void cancel(Long id, String holder) {
        Booking booking = bookings.findById(id).orElse(null);
        if (booking == null) {
            throw new BookingException(404, "There is no such booking");
        }
        if (!StringUtils.equalsIgnoreCase(booking.getHolder(), holder)) {
            throw new BookingException(403, "Only the holder may cancel");
        }
        if (booking.getStartsAt().before(new Date())) {
            throw new BookingException(409, "The booking has already begun");
        }
        booking.setCancelled(true);
        bookings.save(booking);
    }
}
