-- Overlaps are looked for after row level security. Before it, whoever may not see markups learned their names and limits
-- from the refusal.

drop trigger zz_refuse_overlap on public.markup_bands;
create trigger zz_refuse_overlap after insert or update of from_cost, to_cost on public.markup_bands
  for each row when (new.to_cost is null or new.to_cost > new.from_cost) execute function private.refuse_overlapping_band();

drop trigger zz_refuse_overlap on public.pricing_ranges;
create trigger zz_refuse_overlap after insert or update of service_id, basis, from_value, to_value on public.pricing_ranges
  for each row when (new.to_value is null or new.to_value > new.from_value) execute function private.refuse_overlapping_range();
