(** Products and reductions of lazy numbers in many 52-bit limbs: sections 18.2 and 18.3 of docs/bounds/multiword.md. *)
From Ringlet Require Import Words Constants Montgomery.

(** Montgomery's product of lazy operands below x q / 256 and y q / 256, the units of ranges. *)
Theorem multiword_lazy_product limbs capacity k q x y v w :
  2 <= limbs -> 0 <= k < 2 ^ 52 -> 0 < q -> (q * k) mod 2 ^ 52 = 2 ^ 52 - 1 -> 0 < capacity ->
  capacity * q <= 256 * (2 ^ 52) ^ limbs -> 0 <= x <= capacity -> 0 <= y <= capacity ->
  within q (mk_range 0 x) v -> within q (mk_range 0 y) w ->
  let T := limb_reduction limbs (2 ^ 52) k q (v * w) in
  (T * (2 ^ 52) ^ limbs) mod q = (v * w) mod q /\ within q (montgomery52_product_range capacity x y) T.
Proof.
  unfold within. cbn [low high]. intros HL Hk Hq Hi HC Hfit Hx Hy Hv Hw. cbv zeta.
  assert (Hvw : 0 <= v * w) by (apply Z.mul_nonneg_nonneg; lia).
  destruct (limb_reduction_adds limbs (2 ^ 52) k q (v * w)) as (E & H0 & H1); try lia.
  split; [exact E|]. set (T := limb_reduction _ _ _ _ _) in *. clearbody T. clear E.
  unfold montgomery52_product_range. destruct (Z.ltb_spec capacity x); [lia|]. destruct (Z.ltb_spec capacity y); [lia|].
  cbn [low high]. assert (HP : 0 < (2 ^ 52) ^ limbs) by (apply Z.pow_pos_nonneg; lia).
  set (P := (2 ^ 52) ^ limbs) in *. clearbody P.
  floor_of (x * y + capacity - 1) by capacity as n Hn.
  assert (A1 : (256 * v) * (256 * w) <= (x * q) * (y * q)) by (apply Z.mul_le_mono_nonneg; lia).
  assert (A2 : x * y * (q * q) <= capacity * n * (q * q)).
  { apply Z.mul_le_mono_nonneg_r; [apply Z.mul_nonneg_nonneg|]; lia. }
  assert (Hn0 : 0 <= n) by (assert (0 <= x * y) by (apply Z.mul_nonneg_nonneg; lia); apply Z.lt_succ_r, (cancel capacity);
    lia).
  assert (A3 : n * q * (capacity * q) <= n * q * (256 * P)).
  { apply Z.mul_le_mono_nonneg_l; [apply Z.mul_nonneg_nonneg|]; lia. }
  assert (A4 : 256 * (v * w) <= n * q * P) by lia.
  split; [lia|]. apply (cancel (P * 2 ^ 52)); [lia|].
  assert (A5 : 0 <= P * q) by (apply Z.mul_nonneg_nonneg; lia). lia.
Qed.

(** The factor from the leading 64 bits of q, which has b bits: it is right, or less by one. *)
Theorem multiword_factor b q : 64 <= b -> 2 ^ (b - 1) <= q < 2 ^ b ->
  let f := montgomery52_quotient (q / 2 ^ (b - 64)) in f * q <= 2 ^ (b + 32) < (f + 2) * q.
Proof.
  intros Hb Hq. cbv zeta. unfold montgomery52_quotient, montgomery52_numerator.
  replace (2 ^ (b - 1)) with (2 ^ 63 * 2 ^ (b - 64)) in Hq by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ b) with (2 ^ 64 * 2 ^ (b - 64)) in Hq by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ (b + 32)) with (2 ^ 96 * 2 ^ (b - 64)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive (b - 64) ltac:(lia)) as HP. set (P := 2 ^ (b - 64)) in *. clearbody P.
  pose proof (floor q P HP) as Fq. set (l := q / P) in *. clearbody l.
  assert (Hl : 2 ^ 63 <= l < 2 ^ 64) by (split; [apply Z.lt_succ_r|]; apply (cancel P); lia).
  change 79228162514264337593543950336 with (2 ^ 96).
  pose proof (floor (2 ^ 96) (l + 1) ltac:(lia)) as Ff. set (f := 2 ^ 96 / (l + 1)) in *. clearbody f.
  assert (Hf : 0 <= f <= 2 ^ 33).
  { split; apply Z.lt_succ_r, (cancel (l + 1)); try lia. }
  assert (A1 : f * q <= f * ((l + 1) * P)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (A2 : (l + 1) * f * P <= 2 ^ 96 * P) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A3 : (f + 2) * (P * l) <= (f + 2) * q) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (A4 : 2 ^ 96 < (f + 2) * l) by lia.
  assert (A5 : 2 ^ 96 * P < (f + 2) * l * P) by (apply Z.mul_lt_mono_pos_r; lia).
  lia.
Qed.

(** The quotient from a digit t of x that is short by less than three units P = 2^(b - 20). *)
Theorem multiword_reduction b q f t x limbs : 20 <= b -> 2 ^ (b - 1) <= q < 2 ^ b ->
  f * q <= 2 ^ (b + 32) < (f + 2) * q -> 0 <= f -> 0 <= t -> t * 2 ^ (b - 20) <= x < (t + 3) * 2 ^ (b - 20) ->
  256 * x < montgomery52_capacity limbs * q ->
  let Q := t * f / 2 ^ 52 in 0 <= x - Q * q /\ 256 * (x - Q * q) < (256 + 1) * q /\
  - q <= x - (Q + 1) * q /\ 256 * (x - (Q + 1) * q) < q.
Proof.
  intros Hb Hq Hf Hf0 Ht Hx HC. cbv zeta.
  assert (HC' : montgomery52_capacity limbs <= 256 * 256).
  { unfold montgomery52_capacity. destruct (limbs =? 5); lia. }
  assert (Hx256 : x < 256 * q).
  { assert (montgomery52_capacity limbs * q <= 256 * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  replace (2 ^ (b - 1)) with (2 ^ 19 * 2 ^ (b - 20)) in Hq by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ b) with (2 ^ 20 * 2 ^ (b - 20)) in Hq by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ (b + 32)) with (2 ^ 52 * 2 ^ (b - 20)) in Hf by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive (b - 20) ltac:(lia)) as HP. set (P := 2 ^ (b - 20)) in *. clearbody P.
  assert (Ht28 : t < 2 ^ 28) by (apply (cancel P); lia).
  pose proof (floor (t * f) (2 ^ 52) ltac:(lia)) as FQ. set (Q := t * f / 2 ^ 52) in *. clearbody Q.
  assert (B1 : q * (2 ^ 52 * Q) <= q * (t * f) < q * (2 ^ 52 * Q + 2 ^ 52)).
  { split; [apply Z.mul_le_mono_nonneg_l; lia|apply Z.mul_lt_mono_pos_l; lia]. }
  assert (B2 : t * (f * q) <= t * (2 ^ 52 * P) <= t * ((f + 2) * q)) by (split; apply Z.mul_le_mono_nonneg_l; lia).
  assert (B3 : t * q <= 2 ^ 28 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  lia.
Qed.

(** The digit from the two top limbs, with any pending carries of the limbs below, [rest], and modulo 2^(52 limbs). K is
    2^(52 (limbs - 2)), P is 2^(b - 20): one of [up] and [down] is 0. *)
Definition multiword_digit up down top next :=
  let v := (top * 2 ^ montgomery52_top_shift up + next / 2 ^ montgomery52_below_shift up) mod 2 ^ 64 in
  v / 2 ^ montgomery52_digit_shift down - 1.

Theorem multiword_digit_is_short up down K P q x top next rest k :
  0 <= up <= 28 -> 0 <= down <= 27 -> up = 0 \/ down = 0 -> 0 < K -> P * 2 ^ up = K * 2 ^ 52 * 2 ^ down ->
  2 ^ 19 * P <= q < 2 ^ 20 * P -> q <= x -> x < 255 * q -> x + q <= 2 ^ 104 * K ->
  x = (top + k * 2 ^ 52) * (2 ^ 52 * K) + next * K + rest -> - (2 ^ 11 * K) < rest < 2 ^ 11 * K ->
  let t := multiword_digit up down top next in 0 <= t /\ t * P <= x < (t + 3) * P.
Proof.
  intros Hu Hd Hor HK HP Hq Hx HxC Hfit E Hr. cbv zeta.
  unfold multiword_digit, montgomery52_top_shift, montgomery52_below_shift, montgomery52_digit_shift.
  assert (Eu : 2 ^ (40 - up) * 2 ^ up = 2 ^ 40) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite !Z.pow_add_r by lia.
  assert (Hu28 : 2 ^ up <= 2 ^ 28) by (apply Z.pow_le_mono_r; lia).
  pose proof (power_positive up ltac:(lia)) as Hup. pose proof (power_positive down ltac:(lia)) as Hdp.
  pose proof (power_positive (40 - up) ltac:(lia)) as Hbp.
  assert (Hor' : 2 ^ up = 1 \/ 2 ^ down = 1) by (destruct Hor as [-> | ->]; [left|right]; reflexivity).
  set (A := 2 ^ up) in *. set (G := 2 ^ down) in *. set (S := 2 ^ (40 - up)) in *. clearbody A G S.
  (* the unit of v *)
  assert (HUP : K * S * (2 ^ 12 * G) = P).
  { apply (Z.mul_reg_r _ _ A); [lia|]. rewrite HP. replace (K * S * (2 ^ 12 * G) * A) with (K * 2 ^ 12 * G * (S * A))
      by ring. rewrite Eu. ring. }
  assert (HS12 : 2 ^ 12 <= S) by (apply Z.lt_succ_r, (cancel A); lia).
  pose proof (floor next S Hbp) as Fn. set (n := next / S) in *. clearbody n.
  set (V := (top + k * 2 ^ 52) * (2 ^ 12 * A) + n).
  set (U := K * S) in *. assert (HU : 0 < U) by (unfold U; apply Z.mul_pos_pos; lia).
  assert (EV : V * U = (top + k * 2 ^ 52) * (2 ^ 52 * K) + K * (S * n)).
  { unfold V, U. replace (((top + k * 2 ^ 52) * (2 ^ 12 * A) + n) * (K * S)) with
      ((top + k * 2 ^ 52) * (2 ^ 12 * K) * (S * A) + K * (S * n)) by ring. rewrite Eu. ring. }
  assert (Hn : K * (S * n) <= K * next < K * (S * n + S)).
  { split; [apply Z.mul_le_mono_nonneg_l; lia|apply Z.mul_lt_mono_pos_l; lia]. }
  assert (HKS : K * 2 ^ 12 <= K * S) by (apply Z.mul_le_mono_nonneg_l; lia). fold U in HKS.
  assert (HV : 2 * (V * U) < 2 * x + U /\ 2 * x < 2 * (V * U) + 3 * U) by (unfold U in *; lia).
  assert (HPU : 2 ^ 12 * U <= P).
  { rewrite <- HUP. assert (U * (2 ^ 12 * 1) <= U * (2 ^ 12 * G)) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  assert (HV0 : 0 <= V) by (apply Z.lt_succ_r, (cancel U); lia).
  assert (HV64 : V < 2 ^ 64).
  { apply (cancel U); [lia|]. destruct Hor' as [HA | HG].
    - rewrite HA in *. assert (U = K * 2 ^ 40) by (unfold U; replace S with (2 ^ 40) by lia; ring). lia.
    - rewrite HG in *. lia. }
  assert (Ev : (top * (2 ^ 12 * A) + n) mod 2 ^ 64 = V).
  { symmetry. apply (Z.mod_unique _ _ (- (k * A))); [left; lia|]. unfold V. ring. }
  rewrite Ev. pose proof (floor V (2 ^ 12 * G) ltac:(lia)) as Ft. set (t := V / (2 ^ 12 * G)) in *. clearbody t V.
  assert (Ft1 : U * (2 ^ 12 * G * t) <= U * V < U * (2 ^ 12 * G * t + 2 ^ 12 * G)).
  { split; [apply Z.mul_le_mono_nonneg_l; lia|apply Z.mul_lt_mono_pos_l; lia]. }
  replace (U * (2 ^ 12 * G * t)) with (P * t) in Ft1 by (rewrite <- HUP; ring).
  replace (U * (2 ^ 12 * G * t + 2 ^ 12 * G)) with (P * t + P) in Ft1 by (rewrite <- HUP; ring).
  assert (1 <= t) by (enough (0 < t) by lia; apply (cancel P); lia).
  split; [lia|]. split; lia.
Qed.

(** The place of the digit: the assumptions of [multiword_digit_is_short], for K = 2^(52 (L - 2)) and P the digit's
    weight. *)
Theorem multiword_digit_place limbs bits q : 3 <= limbs -> montgomery52_min_bits limbs <= bits ->
  2 ^ (bits - 1) <= q < 2 ^ bits -> montgomery52_capacity limbs * q <= 256 * 2 ^ montgomery52_capacity_bits limbs ->
  let weight := montgomery52_weight bits in let below_top := montgomery52_below_top limbs in
  let up := montgomery52_up weight below_top in let down := montgomery52_down weight below_top in
  let K := 2 ^ (52 * (limbs - 2)) in let P := 2 ^ weight in
  0 <= up <= 28 /\ 0 <= down <= 27 /\ (up = 0 \/ down = 0) /\ P * 2 ^ up = K * 2 ^ 52 * 2 ^ down /\
  2 ^ 19 * P <= q < 2 ^ 20 * P /\ 2 ^ montgomery52_capacity_bits limbs = 2 ^ 104 * K.
Proof.
  unfold montgomery52_min_bits, montgomery52_capacity, montgomery52_capacity_bits, montgomery52_weight,
    montgomery52_below_top, montgomery52_up, montgomery52_down. intros HL Hmin Hq Hfit. cbv zeta.
  assert (Hbits : bits <= 52 * limbs - 5).
  { assert (H : 2 ^ (bits + 4) < 2 ^ (52 * limbs)).
    { replace (bits + 4) with (bits - 1 + 5) by ring. rewrite Z.pow_add_r by lia.
      pose proof (power_positive (bits - 1)). destruct (limbs =? 5); lia. }
    apply Z.pow_lt_mono_r_iff in H; lia. }
  assert (Hplace : bits - 20 < 52 * (limbs - 1) /\ 52 * (limbs - 1) - (bits - 20) <= 28 \/
    52 * (limbs - 1) <= bits - 20 /\ bits - 20 - 52 * (limbs - 1) <= 27) by lia.
  assert (Hlow : 2 ^ (bits - 1) = 2 ^ 19 * 2 ^ (bits - 20)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (Hhigh : 2 ^ bits = 2 ^ 20 * 2 ^ (bits - 20)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite <- Hlow, <- Hhigh.
  assert (HK : 2 ^ (52 * limbs) = 2 ^ 104 * 2 ^ (52 * (limbs - 2))) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  destruct (Z.ltb_spec (bits - 20) (52 * (limbs - 1))); (split; [lia|]); (split; [lia|]); (split; [auto|]);
    (split; [rewrite <- !Z.pow_add_r by lia; f_equal; lia|]); (split; [exact Hq|exact HK]).
Qed.
