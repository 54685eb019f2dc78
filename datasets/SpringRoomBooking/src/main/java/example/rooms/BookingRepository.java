package example.rooms;

import java.util.Date;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

public interface BookingRepository extends JpaRepository<Booking, Long> {
    @Query("select b from Booking b where b.room.id = ?1 and b.cancelled = false "
            + "and b.startsAt < ?3 and b.endsAt > ?2 order by b.startsAt")
    List<Booking> findOverlapping(Long roomId, Date from, Date to);
}
