/** SQL: what is said before a visit (`PreparationColumns`), of the construction `c`; `$1` is the client. */
export const preparationColumns = `c.clearing_note, c.water_limit, c.power_limit, c.toilet_limit, c.noise_limit, c.lift_limit,
    coalesce((select json_agg(coalesce(pp.name, ppe.free_input) order by ppe.position, ppe.id) from photography_place_entries ppe
      left join photography_places pp on pp.client_id = ppe.client_id and pp.id = ppe.photography_place_id
      where ppe.client_id = $1 and ppe.construction_id = c.id and ppe.area = 'private' and ppe.discarded_at is null), '[]') as places`
