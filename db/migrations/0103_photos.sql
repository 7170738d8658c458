/*
 * When a photo was taken, where that was not read off a clock that was right (feature 16, decision 082): what the device itself said, where
 * its clock was off, and what stood there before somebody corrected it, with why.
 */
alter table room_images
  add column device_at timestamptz,
  add column filming_at_before timestamptz,
  add column filming_at_reason text,
  add constraint room_images_corrected check ((filming_at_before is null) = (filming_at_reason is null));
alter table common_area_images
  add column device_at timestamptz,
  add column filming_at_before timestamptz,
  add column filming_at_reason text,
  add constraint common_area_images_corrected check ((filming_at_before is null) = (filming_at_reason is null));
