-- The day on which a slip came in is kept where it is not the day of writing it down: the dialogs had sent today's as well.
update room_answers set received_on = null where received_on = (created_at at time zone 'Asia/Tokyo')::date;
