(** Contents of tables of 128-bit words in doubles: balanced limbs, rows and their quotients by q, as
    src/arith/fma_limbs/balanced_limbs.hpp and fma_limbs_codec.cpp compute them; section 14.1 of
    docs/bounds/limbs_in_doubles.md. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles Grids FmaRows FmaRanges.
Import ListNotations.
Open Scope Z_scope.

Fixpoint limbs_value b (x : list Z) := match x with [] => 0 | limb :: above => limb + 2 ^ b * limbs_value b above end.

(** The constructor of [BalancedLimbs], from the lowest limb on: half the radix or more causes a carry, but not in the
    top. *)
Fixpoint balanced_limbs (n : nat) b x : list Z :=
  match n with
  | O => []
  | 1%nat => [x]
  | S above => let digit := x mod 2 ^ b in let upper_half := if 2 ^ b / 2 <=? digit then 1 else 0 in
               digit - upper_half * 2 ^ b :: balanced_limbs above b (x / 2 ^ b + upper_half)
  end.
Definition limbs_of limbs x := balanced_limbs (Z.to_nat limbs) (fma_limbs_bits limbs) x.

Theorem fma_limbs_balanced limbs x : two_or_three_limbs limbs -> 0 <= x < 2 ^ fma_limbs_modulus_bits limbs ->
  limbs_value (fma_limbs_bits limbs) (limbs_of limbs x) = x /\
  Forall (is_digit (fma_limbs_bits limbs)) (limbs_of limbs x) /\ Z.of_nat (length (limbs_of limbs x)) = limbs.
Proof.
  unfold limbs_of, is_digit. intros [-> | ->].
  - change (fma_limbs_modulus_bits 2) with 98. change (fma_limbs_bits 2) with 50. change (Z.to_nat 2) with 2%nat.
    cbn [balanced_limbs limbs_value length]. intros Hx.
    pose proof (Z.div_mod x (2 ^ 50) ltac:(lia)) as D. pose proof (Z.mod_pos_bound x (2 ^ 50) ltac:(lia)) as M.
    set (h := x / 2 ^ 50) in *. set (d := x mod 2 ^ 50) in *. clearbody h d. powers.
    change (1125899906842624 / 2) with 562949953421312.
    destruct (Z.leb_spec 562949953421312 d);
      (split; [lia|split; [repeat (apply Forall_cons; [lia|]); apply Forall_nil|reflexivity]]).
  - change (fma_limbs_modulus_bits 3) with 124. change (fma_limbs_bits 3) with 42. change (Z.to_nat 3) with 3%nat.
    cbn [balanced_limbs limbs_value length]. intros Hx.
    pose proof (Z.div_mod x (2 ^ 42) ltac:(lia)) as D. pose proof (Z.mod_pos_bound x (2 ^ 42) ltac:(lia)) as M.
    set (h := x / 2 ^ 42) in *. set (d := x mod 2 ^ 42) in *. clearbody h d.
    set (u := if 2 ^ 42 / 2 <=? d then 1 else 0).
    assert (Hu : 0 <= u <= 1 /\ 2 * Z.abs (d - u * 2 ^ 42) <= 2 ^ 42).
    { unfold u. change (2 ^ 42 / 2) with (2 ^ 41). destruct (Z.leb_spec (2 ^ 41) d); lia. }
    clearbody u.
    pose proof (Z.div_mod (h + u) (2 ^ 42) ltac:(lia)) as D'.
    pose proof (Z.mod_pos_bound (h + u) (2 ^ 42) ltac:(lia)) as M'.
    set (h' := (h + u) / 2 ^ 42) in *. set (d' := (h + u) mod 2 ^ 42) in *. clearbody h' d'.
    set (u' := if 2 ^ 42 / 2 <=? d' then 1 else 0).
    assert (Hu' : 0 <= u' <= 1 /\ 2 * Z.abs (d' - u' * 2 ^ 42) <= 2 ^ 42).
    { unfold u'. change (2 ^ 42 / 2) with (2 ^ 41). destruct (Z.leb_spec (2 ^ 41) d'); lia. }
    clearbody u'. powers.
    split; [lia|split; [repeat (apply Forall_cons; [lia|]); apply Forall_nil|reflexivity]].
Qed.

(** The result of [encode] for a row, w 2^(b i) mod q: the limbs of the centred number, and its quotient by q. The
    quotient of [make_shoup_pair] is that of section 4.6. *)
Definition centred_row q w := if q / 2 <? w then w - q else w.
Definition encoded_fma_row limbs q w : R * list Z :=
  let negative := q / 2 <? w in
  let magnitude := if negative then q - w else w in
  let ratio := (IZR (fma_row_leading_bits (magnitude * 2 ^ 128 / q)) / IZR (2 ^ 64))%R in
  let x := limbs_of limbs magnitude in
  if negative then ((- ratio)%R, map Z.opp x) else (ratio, x).

(** The magnitude of the quotient has 53 bits and is off by at most half of 2^-54. *)
Lemma row_leading_bits_are q x : 0 < q -> 0 <= 2 * x <= q ->
  exists k, fma_row_leading_bits (x * 2 ^ 128 / q) = k * 2 ^ 10 /\ 0 <= k <= 2 ^ 53 /\
    Z.abs (k * 2 ^ 10 * q - x * 2 ^ 64) <= 512 * q.
Proof.
  intros Hq Hx. unfold fma_row_leading_bits.
  assert (E : x * 2 ^ 128 / q / 2 ^ 64 = x * 2 ^ 64 / q).
  { rewrite Z.div_div by lia. replace (x * 2 ^ 128) with (x * 2 ^ 64 * 2 ^ 64) by ring. apply Z.div_mul_cancel_r; lia. }
  rewrite E. pose proof (floor (x * 2 ^ 64) q Hq) as Fs. set (s := x * 2 ^ 64 / q) in *. clearbody s.
  assert (Hs : 0 <= s <= 2 ^ 63) by (split; [apply Z.lt_succ_r|apply Z.lt_succ_r]; apply (cancel q); lia).
  rewrite low_bits_cleared by lia.
  pose proof (floor (s + 512) (2 ^ 10) ltac:(lia)) as Fl. set (k := (s + 512) / 2 ^ 10) in *. clearbody k.
  exists k. split; [reflexivity|]. split; [lia|].
  assert (A : - (511 * q) <= (k * 2 ^ 10 - s) * q <= 512 * q).
  { split; [replace (- (511 * q)) with (- 511 * q) by ring|]; apply Z.mul_le_mono_nonneg_r; lia. }
  lia.
Qed.

Open Scope R_scope.

Theorem fma_row_encoded limbs q w : two_or_three_limbs limbs ->
  (1 < q < 2 ^ fma_limbs_modulus_bits limbs)%Z -> (0 <= w < q)%Z ->
  let row := centred_row q w in let (ratio, x) := encoded_fma_row limbs q w in
  limbs_value (fma_limbs_bits limbs) x = row /\ Forall (is_digit (fma_limbs_bits limbs)) x /\
  Z.of_nat (length x) = limbs /\
  generic_format radix2 exponents ratio /\ (exists k, ratio = IZR k / IZR (2 ^ 54)) /\
  forall limb, stored q (mk_row_term limb row ratio).
Proof.
  intros HL Hq Hw. cbv zeta. unfold encoded_fma_row, centred_row.
  assert (Hh : (2 * (q / 2) <= q < 2 * (q / 2) + 2)%Z) by (pose proof (floor q 2 ltac:(lia)); lia).
  set (magnitude := if (q / 2 <? w)%Z then (q - w)%Z else w).
  assert (Hm : (0 <= 2 * magnitude <= q)%Z) by (unfold magnitude; destruct (Z.ltb_spec (q / 2) w); lia).
  destruct (fma_limbs_balanced limbs magnitude HL ltac:(lia)) as (Ev & Hd & El).
  destruct (row_leading_bits_are q magnitude ltac:(lia) Hm) as (k & Ek & Hk & Herr). rewrite Ek. clear Ek.
  set (x := limbs_of limbs magnitude) in *. clearbody x.
  assert (HqR : 0 < IZR q) by (apply IZR_lt; lia).
  assert (ER : IZR (k * 2 ^ 10) / IZR (2 ^ 64) = IZR k / IZR (2 ^ 54)) by (rewrite mult_IZR; powers; field).
  rewrite ER. pose proof (ratio_format k Hk) as Hformat.
  assert (Hhalf : 0 <= IZR k / IZR (2 ^ 54) <= 1 / 2) by (destruct Hk as [K0 K1]; apply IZR_le in K0, K1; powers; lra).
  assert (Hclose : Rabs (IZR k / IZR (2 ^ 54) - IZR magnitude / IZR q) <= / IZR (2 ^ 55)).
  { rewrite <- ER. replace (IZR (k * 2 ^ 10) / IZR (2 ^ 64) - IZR magnitude / IZR q)
      with (IZR (k * 2 ^ 10 * q - magnitude * 2 ^ 64) / (IZR (2 ^ 64) * IZR q)).
    2: { rewrite minus_IZR, (mult_IZR (_ * _) q), (mult_IZR magnitude). field. split; [lra|]. powers. lra. }
    unfold Rdiv. rewrite Rabs_mult, <- abs_IZR, (Rabs_pos_eq (/ _))
      by (left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; [powers|]; lra).
    apply IZR_le in Herr. rewrite mult_IZR in Herr.
    apply Rmult_le_reg_r with (IZR (2 ^ 64) * IZR q); [apply Rmult_lt_0_compat; [powers|]; lra|].
    rewrite Rmult_assoc, Rinv_l by (apply Rgt_not_eq, Rmult_lt_0_compat; [powers|]; lra). powers. lra. }
  unfold magnitude in *. clear ER. destruct (q / 2 <? w)%Z eqn:Eneg; [apply Z.ltb_lt in Eneg|apply Z.ltb_ge in Eneg].
  - assert (Enum : forall l b, limbs_value b (map Z.opp l) = (- limbs_value b l)%Z).
    { clear. induction l as [|v l IH]; intros b; cbn [map limbs_value]; [reflexivity|]. rewrite IH. ring. }
    split; [rewrite Enum, Ev; ring|]. split.
    { apply Forall_map. eapply Forall_impl; [|exact Hd]. unfold is_digit. intros v. rewrite Z.abs_opp. auto. }
    split; [rewrite map_length; exact El|]. split; [apply generic_format_opp; exact Hformat|].
    split; [exists (- k)%Z; rewrite opp_IZR; unfold Rdiv; ring|].
    intros limb. unfold stored. cbn [row_number row_ratio].
    split; [lia|]. rewrite Rabs_Ropp. split; [apply Rabs_le; lra|].
    replace (- (IZR k / IZR (2 ^ 54)) - IZR (w - q) / IZR q) with (- (IZR k / IZR (2 ^ 54) - IZR (q - w) / IZR q)).
    2: { rewrite !minus_IZR. field. split; [powers|]; lra. }
    rewrite Rabs_Ropp. exact Hclose.
  - split; [exact Ev|]. split; [exact Hd|]. split; [exact El|]. split; [exact Hformat|].
    split; [exists k; reflexivity|]. intros limb. unfold stored. cbn [row_number row_ratio].
    split; [lia|]. split; [apply Rabs_le; lra|exact Hclose].
Qed.

Open Scope Z_scope.

(** The beginning of the next row is right: intermediate results may wrap, since the final one is a word. *)
Theorem fma_row_follows b q w : 0 <= b <= 128 -> 0 < q ->
  fma_row_next w (w * 2 ^ 128 / q) q b = (w * 2 ^ b) mod q.
Proof.
  intros Hb Hq. unfold fma_row_next. rewrite Z.div_div by (try apply power_positive; lia).
  replace (2 ^ 128) with (2 ^ b * 2 ^ (128 - b)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite Z.mul_assoc, Z.div_mul_cancel_r by (try (apply Z.pow_nonzero); lia).
  pose proof (Z.div_mod (w * 2 ^ b) q ltac:(lia)). lia.
Qed.
