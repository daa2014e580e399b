-- Where the company is, for the map of its public site (spec 1 §3).
alter table public.company_settings
  add column map_point text,
  add constraint company_settings_map_point_is_a_point check (
    map_point ~ '^-?[0-9]{1,2}(\.[0-9]{1,6})?, -?[0-9]{1,3}(\.[0-9]{1,6})?$'
    and split_part(map_point, ', ', 1)::numeric between -90 and 90
    and split_part(map_point, ', ', 2)::numeric between -180 and 180
  );
comment on column public.company_settings.map_point is 'Latitude and longitude in degrees, as `35.895412, 14.463127`; the public site shows the place on a map.';
