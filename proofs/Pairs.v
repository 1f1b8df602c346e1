(** Barrett's product whose quotient comes from two 52-bit limbs: section 2.3 of docs/bounds/words.md. *)
From Ringlet Require Import Words Constants.

(** The 34 bits of the quotient below those of one word. *)
Definition next_bits b q quotient :=
  shift_right 28 (mul_high 64 (shift_left 64 (sub 64 0 (mul_low 64 quotient q)) (64 - b)) quotient).

(** floor(s y / 2^52) in two limbs; the lower one is read without the bits above its 52. *)
Definition pair_low s y :=
  madd52_low (madd52_low (madd52_high 0 s y) (shift_right 52 s) y) s (shift_right 52 y).
Definition pair_high s y :=
  let above := madd52_low (madd52_high (madd52_high 0 (shift_right 52 s) y) s (shift_right 52 y)) (shift_right 52 s)
    (shift_right 52 y) in
  add 64 above (shift_right 52 (pair_low s y)).

Definition pair_product b q x y :=
  let mu := product_quotient 64 b q in
  let s := shift_left 64 x (pair_normalisation b) in
  let leading := madd52_high (mul_low 64 (pair_high s y) (pair_product_high mu)) (pair_low s y) (pair_product_high mu) in
  let quotient := shift_right 2 (madd52_high leading (pair_high s y) (pair_product_low mu (next_bits b q mu))) in
  sub 64 (mul_low 64 x y) (mul_low 64 quotient q).

(** The limbs together are the quotient with 96 bits more than q, or less than it by one. *)
Lemma pair_quotient b q : 2 <= b <= 62 -> 2 ^ (b - 1) <= q < 2 ^ b ->
  let mu := product_quotient 64 b q in let next := next_bits b q mu in
  let high := pair_product_high mu in let low := pair_product_low mu next in
  0 <= high <= 2 ^ 45 /\ 0 <= low < 2 ^ 52 /\
  (high * 2 ^ 52 + low) * q <= 2 ^ b * 2 ^ 96 < (high * 2 ^ 52 + low + 2) * q.
Proof.
  intros Hb Hq. cbv zeta. unfold product_quotient.
  assert (HD : 2 ^ b = 2 * 2 ^ (b - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (HE : 2 ^ b * 2 ^ (64 - b) = 2 ^ 64) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ (b + 64 - 2)) with (2 ^ b * 2 ^ 62) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  unfold next_bits, shift_right, mul_high, shift_left, sub, mul_low.
  pose proof (power_positive (b - 1) ltac:(lia)) as Hpos. pose proof (power_positive (64 - b) ltac:(lia)) as HF.
  assert (HD62 : 2 ^ b <= 2 ^ 62) by (apply Z.pow_le_mono_r; lia).
  set (D := 2 ^ b) in *. set (F := 2 ^ (64 - b)) in *. clearbody F. set (H := 2 ^ (b - 1)) in *. clearbody H D.
  assert (Hq0 : 0 < q) by lia.
  pose proof (floor (D * 2 ^ 62) q Hq0) as Fm. set (mu := D * 2 ^ 62 / q) in *. clearbody mu.
  assert (Hmu : 0 <= mu <= 2 ^ 63).
  { split; [apply Z.lt_succ_r, (cancel q)|apply Z.lt_succ_r, (cancel q)]; lia. }
  set (rho := D * 2 ^ 62 - q * mu) in *.
  assert (Hrho : 0 <= rho < q) by (unfold rho; lia).
  (* -mu q modulo 2^64, shifted by 64 - b, is rho 2^(64 - b) *)
  assert (ER : ((0 - (mu * q) mod 2 ^ 64) mod 2 ^ 64 * F) mod 2 ^ 64 = rho * F).
  { rewrite Zminus_mod_idemp_r. rewrite Z.mul_mod_idemp_l by lia.
    symmetry. apply (Z.mod_unique _ _ (- 2 ^ 62)); [left|].
    - split; [apply Z.mul_nonneg_nonneg; lia|]. rewrite <- HE. apply Z.mul_lt_mono_pos_r; lia.
    - rewrite <- HE. unfold rho. ring. }
  rewrite ER. rewrite Z.div_div by lia.
  assert (EN : rho * F * mu / (2 ^ 64 * 2 ^ 28) = rho * mu / (D * 2 ^ 28)).
  { rewrite <- HE. replace (rho * F * mu) with (rho * mu * F) by ring.
    replace (D * F * 2 ^ 28) with (D * 2 ^ 28 * F) by ring. apply Z.div_mul_cancel_r; lia. }
  rewrite EN. pose proof (floor (rho * mu) (D * 2 ^ 28) ltac:(lia)) as Fn.
  set (next := rho * mu / (D * 2 ^ 28)) in *. clearbody next. clear EN ER.
  assert (Hrm : 0 <= rho * mu) by (apply Z.mul_nonneg_nonneg; lia).
  assert (H1 : rho * (q * mu) <= rho * (D * 2 ^ 62) <= rho * (q * mu) + rho * q).
  { split; [apply Z.mul_le_mono_nonneg_l; lia|].
    assert (rho * (D * 2 ^ 62) <= rho * (q * mu + q)) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  assert (H2 : rho * q <= q * D) by (rewrite Z.mul_comm; apply Z.mul_le_mono_nonneg_l; lia).
  assert (Hn0 : 0 <= next) by (apply Z.lt_succ_r, (cancel (D * 2 ^ 28)); lia).
  assert (H3 : q * (D * 2 ^ 28 * next) <= q * (rho * mu) < q * (D * 2 ^ 28 * next + D * 2 ^ 28)).
  { split; [apply Z.mul_le_mono_nonneg_l; lia|apply Z.mul_lt_mono_pos_l; lia]. }
  assert (H4 : next * q <= rho * 2 ^ 34).
  { apply Z.lt_succ_r, (cancel (D * 2 ^ 28)); lia. }
  assert (H5 : rho * 2 ^ 34 < (next + 2) * q).
  { apply (cancel (D * 2 ^ 28)); lia. }
  assert (Hn : next < 2 ^ 34) by (apply (cancel q); lia).
  unfold pair_product_high, pair_product_low. change 262143 with (2 ^ 18 - 1). rewrite (land_mask mu 18) by lia.
  pose proof (Z.mod_pos_bound mu (2 ^ 18) eq_refl) as Hl. pose proof (Z.div_mod mu (2 ^ 18) ltac:(lia)) as Dm.
  set (h := mu / 2 ^ 18) in *; set (l := mu mod 2 ^ 18) in *. clearbody h l.
  assert (E : (h * 2 ^ 52 + (l * 2 ^ 34 + next)) * q = 2 ^ 34 * (q * mu) + next * q) by (rewrite Dm; ring).
  unfold rho in *. clearbody rho.
  split; [lia|split; [lia|]]. rewrite (Z.mul_add_distr_r (h * 2 ^ 52 + (l * 2 ^ 34 + next)) 2 q), E. lia.
Qed.

(** Both limbs of floor(s y / 2^52). *)
Lemma pair_limbs s y : fits 64 s -> fits 64 y -> s * y < 2 ^ 124 ->
  0 <= pair_high s y < 2 ^ 20 /\ pair_high s y * 2 ^ 52 + low52 (pair_low s y) = s * y / 2 ^ 52.
Proof.
  unfold fits. intros Hs Hy Hsy. unfold pair_high, madd52_low, madd52_high, shift_right, add.
  pose proof (low52_range s) as Hs0. pose proof (low52_range y) as Hy0.
  pose proof (Z.div_mod s (2 ^ 52) ltac:(lia)) as Ds. pose proof (Z.div_mod y (2 ^ 52) ltac:(lia)) as Dy.
  assert (Hs1 : 0 <= s / 2 ^ 52 < 2 ^ 12) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
  assert (Hy1 : 0 <= y / 2 ^ 52 < 2 ^ 12) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
  assert (Hc : pair_low s y = ((low52 s * low52 y / 2 ^ 52 mod 2 ^ 64 + (s / 2 ^ 52 * low52 y) mod 2 ^ 52) mod 2 ^ 64 +
    (low52 s * (y / 2 ^ 52)) mod 2 ^ 52) mod 2 ^ 64).
  { unfold pair_low, madd52_low, madd52_high, shift_right.
    rewrite (low52_small (s / 2 ^ 52)), (low52_small (y / 2 ^ 52)), Z.add_0_l by lia. reflexivity. }
  rewrite !(low52_small (s / 2 ^ 52)), !(low52_small (y / 2 ^ 52)) by lia.
  set (c := pair_low s y) in *. clearbody c.
  fold (low52 s) in Ds. fold (low52 y) in Dy.
  set (s0 := low52 s) in *; set (s1 := s / 2 ^ 52) in *; set (y0 := low52 y) in *; set (y1 := y / 2 ^ 52) in *.
  clearbody s0 s1 y0 y1.
  assert (P00 : 0 <= s0 * y0 < 2 ^ 52 * 2 ^ 52) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_lt_mono_nonneg]; lia).
  assert (P10 : 0 <= s1 * y0 < 2 ^ 12 * 2 ^ 52) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_lt_mono_nonneg]; lia).
  assert (P01 : 0 <= s0 * y1 < 2 ^ 52 * 2 ^ 12) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_lt_mono_nonneg]; lia).
  assert (P11 : 0 <= s1 * y1 < 2 ^ 12 * 2 ^ 12) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_lt_mono_nonneg]; lia).
  assert (E : s * y = s1 * y1 * (2 ^ 52 * 2 ^ 52) + (s1 * y0 + s0 * y1) * 2 ^ 52 + s0 * y0) by (rewrite Ds, Dy; ring).
  pose proof (floor (s0 * y0) (2 ^ 52) ltac:(lia)) as F00.
  pose proof (Z.div_mod (s1 * y0) (2 ^ 52) ltac:(lia)) as D10. pose proof (Z.mod_pos_bound (s1 * y0) (2 ^ 52) eq_refl).
  pose proof (Z.div_mod (s0 * y1) (2 ^ 52) ltac:(lia)) as D01. pose proof (Z.mod_pos_bound (s0 * y1) (2 ^ 52) eq_refl).
  rewrite (Z.mod_small (s1 * y1) (2 ^ 52)) by lia.
  set (a := s0 * y0 / 2 ^ 52) in *. set (p := s1 * y0 / 2 ^ 52) in *; set (p' := (s1 * y0) mod 2 ^ 52) in *.
  set (r := s0 * y1 / 2 ^ 52) in *; set (r' := (s0 * y1) mod 2 ^ 52) in *.
  rewrite (Z.mod_small a), (Z.mod_small (a + p')), (Z.mod_small (a + p' + r')) in Hc by lia.
  pose proof (Z.div_mod c (2 ^ 52) ltac:(lia)) as Dc. fold (low52 c) in Dc. pose proof (low52_range c) as Hl.
  set (k := c / 2 ^ 52) in *. clearbody k. set (l := low52 c) in *. clearbody l.
  set (t := s1 * y1) in *. set (A := s0 * y0) in *. set (B := s1 * y0) in *. set (G := s0 * y1) in *.
  clearbody a p p' r r' t A B G.
  rewrite (Z.mod_small (0 + p)) by lia. rewrite Z.add_0_l. rewrite (Z.mod_small (p + r)) by lia.
  rewrite (Z.mod_small (p + r + t)) by lia. rewrite (Z.mod_small (p + r + t + k)) by lia.
  assert (EQ : s * y / 2 ^ 52 = (p + r + t + k) * 2 ^ 52 + l).
  { symmetry. apply (Z.div_unique _ _ _ (A - 2 ^ 52 * a)); [left; lia|]. rewrite E. lia. }
  rewrite EQ. split; [lia|reflexivity].
Qed.

(** The error of the quotient of whole numbers: B is 2^52; m = E q and s = E x are the scaled modulus and operand. *)
Lemma pair_quotient_error B q m E x y v c1 c0 v1 v0 :
  let s := E * x in let R := c1 * v1 + c0 * v1 / B + c1 * v0 / B in
  0 < E -> 0 < q -> m = E * q -> 0 <= x -> 0 <= y -> 1 < B -> v = v1 * B + v0 ->
  0 <= c1 -> 0 <= c0 < B -> 0 <= v1 -> 0 <= v0 < B -> c1 * B + c0 = s * y / B ->
  v * m <= 4 * (B * B * B) < (v + 2) * m -> v <= B * B -> 2 * (s * y) < B * B * B ->
  0 <= R /\ R * q <= 4 * (x * y) /\ 4 * (x * y) < (R + 5) * q.
Proof.
  intros s R HE Hq Hm Hx Hy HB Hv Hc1 Hc0 Hv1 Hv0 Hc Hvm HvB Hsy.
  assert (Hs : 0 <= s * y) by (unfold s; apply Z.mul_nonneg_nonneg; [apply Z.mul_nonneg_nonneg|]; lia).
  assert (Exy : s * y = E * (x * y)) by (unfold s; ring).
  set (S := s * y) in *. clearbody S. clear s.
  pose proof (floor S B ltac:(lia)) as Fc. rewrite <- Hc in Fc.
  assert (Hc0v1 : 0 <= c0 * v1) by (apply Z.mul_nonneg_nonneg; lia).
  assert (Hc1v0 : 0 <= c1 * v0) by (apply Z.mul_nonneg_nonneg; lia).
  assert (Hc1v1 : 0 <= c1 * v1) by (apply Z.mul_nonneg_nonneg; lia).
  pose proof (floor (c0 * v1) B ltac:(lia)) as Fa. pose proof (floor (c1 * v0) B ltac:(lia)) as Fb.
  assert (Ha : 0 <= c0 * v1 / B) by (apply Z.div_pos; lia). assert (Hb : 0 <= c1 * v0 / B) by (apply Z.div_pos; lia).
  unfold R. clear R. set (a := c0 * v1 / B) in *; set (b := c1 * v0 / B) in *. clearbody a b.
  assert (HBB : 0 < B * B) by (apply Z.mul_pos_pos; lia).
  assert (Hc0v0 : 0 <= c0 * v0 < B * B) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_lt_mono_nonneg]; lia).
  set (c := c1 * B + c0) in *.
  assert (Ecv : c * v = c1 * v1 * (B * B) + B * (c0 * v1 + c1 * v0) + c0 * v0) by (rewrite Hv; unfold c; ring).
  assert (Hc' : 0 <= c) by (unfold c; assert (0 <= c1 * B) by (apply Z.mul_nonneg_nonneg; lia); lia).
  clearbody c.
  set (R := c1 * v1 + a + b). assert (HR : 0 <= R) by (unfold R; lia).
  assert (Fa' : B * (B * a) <= B * (c0 * v1) < B * (B * a + B)).
  { split; [apply Z.mul_le_mono_nonneg_l; lia|apply Z.mul_lt_mono_pos_l; lia]. }
  assert (Fb' : B * (B * b) <= B * (c1 * v0) < B * (B * b + B)).
  { split; [apply Z.mul_le_mono_nonneg_l; lia|apply Z.mul_lt_mono_pos_l; lia]. }
  assert (HcR : R * (B * B) <= c * v < (R + 3) * (B * B)) by (unfold R; lia).
  clear Fa Fb Fa' Fb' Ha Hb Hc0v1 Hc1v0 Hc1v1 Hc0v0 Ecv. clearbody R.
  assert (Hv' : 0 <= v) by (rewrite Hv; assert (0 <= v1 * B) by (apply Z.mul_nonneg_nonneg; lia); lia).
  assert (Hm' : 0 < m) by (rewrite Hm; apply Z.mul_pos_pos; lia).
  (* S v between R B^3 and (R + 4) B^3 *)
  assert (L1 : B * (c * v) <= S * v) by
    (replace (B * (c * v)) with (B * c * v) by ring; apply Z.mul_le_mono_nonneg_r; lia).
  assert (L2 : S * v <= B * (c * v) + B * v).
  { replace (B * (c * v) + B * v) with ((B * c + B) * v) by ring. apply Z.mul_le_mono_nonneg_r; lia. }
  assert (L3 : B * (R * (B * B)) <= B * (c * v)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (L4 : B * (c * v) < B * ((R + 3) * (B * B))) by (apply Z.mul_lt_mono_pos_l; lia).
  assert (L5 : B * v <= B * (B * B)) by (apply Z.mul_le_mono_nonneg_l; lia).
  set (K := B * B * B) in *. assert (HK : 0 < K) by (unfold K; apply Z.mul_pos_pos; lia).
  assert (U : R * K <= S * v < (R + 4) * K) by (unfold K; lia).
  clear L1 L2 L3 L4 L5 HcR. clearbody K.
  (* times m, divided by K *)
  assert (M1 : m * (R * K) <= m * (S * v)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (M2 : m * (S * v) < m * ((R + 4) * K)) by (apply Z.mul_lt_mono_pos_l; lia).
  assert (M3 : S * (v * m) <= S * (4 * K)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (M4 : S * (4 * K) <= S * ((v + 2) * m)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (M5 : m * (2 * S) < m * K) by (apply Z.mul_lt_mono_pos_l; lia).
  assert (N1 : R * m <= 4 * S) by (apply Z.lt_succ_r, (cancel K); lia).
  assert (N2 : 4 * S < (R + 5) * m) by (apply (cancel K); lia).
  rewrite Exy, Hm in N1, N2.
  split; [assumption|split].
  - apply Z.lt_succ_r, (cancel E); lia.
  - apply (cancel E); lia.
Qed.

Theorem pair_product_reduced b q x y f g Capacity :
  2 <= b -> 2 ^ (b - 1) <= q < 2 ^ b -> 4 <= Capacity -> Capacity * 2 ^ b <= 2 ^ 64 ->
  1 <= f <= 4 -> 1 <= g <= 4 -> f * g <= pair_product_room Capacity -> 0 <= x < f * q -> 0 <= y < g * q ->
  let r := pair_product b q x y in
  r mod q = (x * y) mod q /\ below q pair_product_bound r.
Proof.
  intros Hb Hq HC Hfit Hf Hg Hroom Hx Hy. cbv zeta.
  unfold pair_product_room in Hroom. pose proof (floor Capacity 4 ltac:(lia)) as FC.
  assert (H4D : 4 * 2 ^ b <= Capacity * 2 ^ b) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (Hb62 : b <= 62) by (apply (Z.pow_le_mono_r_iff 2); lia).
  destruct (pair_quotient b q ltac:(lia) Hq) as (Hv1 & Hv0 & Hv).
  unfold pair_product. set (mu := product_quotient 64 b q) in *.
  set (v1 := pair_product_high mu) in *. set (v0 := pair_product_low mu (next_bits b q mu)) in *. clearbody v1 v0.
  clear mu. unfold pair_normalisation, shift_left.
  assert (HE : 2 ^ b * 2 ^ (62 - b) = 2 ^ 62) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive (62 - b) ltac:(lia)) as HE0.
  set (D := 2 ^ b) in *. set (E := 2 ^ (62 - b)) in *. clearbody D E. rewrite (Z.mul_comm x E).
  (* s and y fit words, and the product 124 bits *)
  assert (Hq0 : 0 < q) by (pose proof (power_positive (b - 1)); lia).
  assert (HfD : f * q <= 4 * D) by (assert (f * q <= 4 * q) by (apply Z.mul_le_mono_nonneg_r; lia); lia).
  assert (HgD : g * q <= 4 * D) by (assert (g * q <= 4 * q) by (apply Z.mul_le_mono_nonneg_r; lia); lia).
  assert (Hs : fits 64 (E * x)).
  { unfold fits. split; [apply Z.mul_nonneg_nonneg; lia|].
    assert (E * x < E * (4 * D)) by (apply Z.mul_lt_mono_pos_l; lia). lia. }
  assert (Hy64 : fits 64 y) by (unfold fits; lia).
  unfold fits in Hs. rewrite (Z.mod_small (E * x)) by lia. fold (fits 64 (E * x)) in Hs.
  (* f g q is below 2^62, so x y below 2^62 q *)
  assert (Hfgq : f * g * q <= 2 ^ 62).
  { assert (f * g * q <= Capacity / 4 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (4 * (Capacity / 4) * q <= Capacity * D) by (apply Z.mul_le_mono_nonneg; lia). lia. }
  assert (Hxy : x * y < f * g * q * q).
  { replace (f * g * q * q) with (f * q * (g * q)) by ring. apply Z.mul_lt_mono_nonneg; lia. }
  assert (Hxy62 : x * y < 2 ^ 62 * q).
  { assert (f * g * q * q <= 2 ^ 62 * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  assert (Hsy : E * x * y < 2 ^ 124).
  { assert (E * (x * y) < E * (2 ^ 62 * q)) by (apply Z.mul_lt_mono_pos_l; lia).
    assert (E * q <= E * D) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  destruct (pair_limbs (E * x) y Hs Hy64 Hsy) as [Hc1 Hc].
  unfold madd52_high, shift_right, mul_low, sub.
  set (c1 := pair_high (E * x) y) in *. set (c := pair_low (E * x) y) in *. clearbody c1 c.
  pose proof (low52_range c) as Hc0. set (c0 := low52 c) in *. clearbody c0.
  rewrite !(low52_small v1), (low52_small v0), (low52_small c1) by lia.
  destruct (pair_quotient_error (2 ^ 52) q (E * q) E x y (v1 * 2 ^ 52 + v0) c1 c0 v1 v0) as (HR & HRlow & HRhigh);
    try lia.
  { split.
    - assert (E * ((v1 * 2 ^ 52 + v0) * q) <= E * (D * 2 ^ 96)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
    - assert (E * (D * 2 ^ 96) < E * ((v1 * 2 ^ 52 + v0 + 2) * q)) by (apply Z.mul_lt_mono_pos_l; lia). lia. }
  assert (Ha : 0 <= c0 * v1 / 2 ^ 52) by (apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia).
  assert (Hb' : 0 <= c1 * v0 / 2 ^ 52) by (apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia).
  assert (Hp : 0 <= c1 * v1) by (apply Z.mul_nonneg_nonneg; lia).
  set (p := c1 * v1) in *. set (a := c0 * v1 / 2 ^ 52) in *. set (d := c1 * v0 / 2 ^ 52) in *. clearbody p a d.
  assert (HR64 : p + a + d < 2 ^ 64) by (apply (cancel q); lia).
  rewrite (Z.mod_small p) by lia. rewrite (Z.mod_small (p + a)) by lia.
  rewrite (Z.mod_small (p + a + d)) by lia.
  set (R := p + a + d) in *. clearbody R. change (2 ^ 2) with 4.
  pose proof (floor R 4 ltac:(lia)) as FR. set (Q := R / 4) in *. clearbody Q.
  assert (K1 : 4 * Q * q <= R * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (K2 : (R + 5) * q <= (4 * Q + 8) * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  rewrite <- Zminus_mod. rewrite (Z.mod_small (x * y - Q * q)) by lia.
  split; [apply (congruent _ _ _ Q); lia | unfold below, pair_product_bound; lia].
Qed.
