(** Contents of tables of moduli of several words in doubles: balanced limbs and quotients of rows, as
    src/arith/multiword_limbs.hpp and src/arith/multiword_format.cpp compute them; sections 19.1 and 19.2 of
    docs/bounds/multiword.md. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles Grids MultiwordDoubles DoubleColumns MultiwordProducts.
Import ListNotations.
Open Scope Z_scope.

(** Balanced limbs, from the lowest on: half the radix or more causes a carry, but not out of the top. *)
Fixpoint put_balanced (n : nat) x carry : list Z :=
  match n with
  | O => []
  | S n => let sum := x mod radix + carry in
           let next := match n with O => 0 | _ => if radix / 2 <=? sum then 1 else 0 end in
           sum - next * radix :: put_balanced n (x / radix) next
  end.

Theorem put_balanced_limbs n x : (0 < n)%nat -> 0 <= x < radix ^ Z.of_nat n ->
  let limbs := put_balanced n x 0 in
  number limbs = x /\ length limbs = n /\ carried limbs /\ 0 <= last limbs 0 <= x / radix ^ (Z.of_nat n - 1) + 1.
Proof.
  intros Hn Hx. cbv zeta.
  assert (G : forall carry, 0 <= carry <= 1 -> number (put_balanced n x carry) = x + carry /\
    length (put_balanced n x carry) = n /\ carried (put_balanced n x carry) /\
    0 <= last (put_balanced n x carry) 0 <= x / radix ^ (Z.of_nat n - 1) + 1).
  2: { specialize (G 0 ltac:(lia)). rewrite Z.add_0_r in G. exact G. }
  destruct n as [|n]; [lia|]. clear Hn. revert x Hx. induction n as [|n IH]; intros x Hx carry Hc.
  - change (radix ^ Z.of_nat 1) with radix in Hx. change (Z.of_nat 1 - 1) with 0. rewrite Z.pow_0_r, Z.div_1_r.
    cbn [put_balanced number length carried last]. rewrite Z.mod_small by lia.
    split; [ring|]. split; [reflexivity|]. split; [exact I|lia].
  - set (k := S n) in *. cbn [put_balanced].
    pose proof (Z.div_mod x radix ltac:(discriminate)) as D. pose proof (Z.mod_pos_bound x radix ltac:(reflexivity))
      as M.
    rewrite (Nat2Z.inj_succ k), Z.pow_succ_r in Hx by lia.
    assert (Hpos : 0 < radix ^ Z.of_nat k) by (apply Z.pow_pos_nonneg; [reflexivity|lia]).
    assert (Hdiv : 0 <= x / radix < radix ^ Z.of_nat k).
    { split; [apply Z.div_pos; [lia|reflexivity]|]. apply Z.div_lt_upper_bound; [reflexivity|lia]. }
    set (next := match k with O => 0 | _ => if radix / 2 <=? x mod radix + carry then 1 else 0 end).
    assert (Hnext : 0 <= next <= 1 /\ 2 * Z.abs (x mod radix + carry - next * radix) <= radix).
    { unfold next, k. change radix with 8796093022208 in *. change (8796093022208 / 2) with 4398046511104.
      destruct (Z.leb_spec 4398046511104 (x mod 8796093022208 + carry)); lia. }
    destruct (IH (x / radix) Hdiv next ltac:(apply Hnext)) as (E & El & Hcar & Ht).
    set (above := put_balanced k (x / radix) next) in *. clearbody above next.
    destruct above as [|limb above]; [unfold k in El; discriminate|].
    change (number (x mod radix + carry - next * radix :: limb :: above))
      with (x mod radix + carry - next * radix + radix * number (limb :: above)).
    rewrite E. split; [lia|]. split; [cbn [length] in *; lia|]. split; [split; [apply Hnext|exact Hcar]|].
    change (last (x mod radix + carry - next * radix :: limb :: above) 0) with (last (limb :: above) 0).
    replace (Z.of_nat (S k) - 1) with (Z.succ (Z.of_nat k - 1)) by (unfold k; lia).
    rewrite Z.pow_succ_r by (unfold k; lia). rewrite <- Z.div_div; [exact Ht|discriminate|].
    apply Z.pow_pos_nonneg; [reflexivity|unfold k; lia].
Qed.

(** The result of [encode_row] for x < q: the limbs of x or of x - q, whichever is smaller, and its quotient by q. *)
Definition multiword_ratio bits q magnitude :=
  let first := bits - 63 in
  multiword_leading_bits (magnitude / 2 ^ first * 2 ^ 64 / (q / 2 ^ first)).
Definition encoded_row n bits q x : list Z * R :=
  let opposite := q - x in
  let magnitude := if opposite <? x then opposite else x in
  let limbs := put_balanced n magnitude 0 in
  let ratio := (IZR (multiword_ratio bits q magnitude) / IZR (2 ^ 64))%R in
  if opposite <? x then (map Z.opp limbs, (- ratio)%R) else (limbs, ratio).

Lemma multiword_ratio_is bits q x : 64 <= bits -> 2 ^ (bits - 1) <= q < 2 ^ bits -> 0 <= 2 * x <= q ->
  exists k, multiword_ratio bits q x = k * 2 ^ 10 /\ 0 <= k <= 2 ^ 53 /\
    Z.abs (multiword_ratio bits q x * q - x * 2 ^ 64) * 2 ^ 54 <= q * (2 ^ 63 + 2 ^ 57).
Proof.
  intros Hb Hq Hx. unfold multiword_ratio, multiword_leading_bits. cbv zeta.
  replace (2 ^ (bits - 1)) with (2 ^ 62 * 2 ^ (bits - 63)) in Hq by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ bits) with (2 ^ 63 * 2 ^ (bits - 63)) in Hq by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive (bits - 63) ltac:(lia)) as HF. set (F := 2 ^ (bits - 63)) in *. clearbody F.
  pose proof (floor x F HF) as Fx. set (a := x / F) in *. clearbody a.
  pose proof (floor q F HF) as Fq. set (b := q / F) in *. clearbody b.
  assert (Hbb : 2 ^ 62 <= b < 2 ^ 63) by (split; [apply Z.lt_succ_r|]; apply (cancel F); lia).
  assert (Ha : 0 <= a /\ 2 * a <= b).
  { split; [apply Z.lt_succ_r, (cancel F); lia|]. apply Z.lt_succ_r, (cancel F); lia. }
  pose proof (floor (a * 2 ^ 64) b ltac:(lia)) as Fs. set (s := a * 2 ^ 64 / b) in *. clearbody s.
  assert (Hs : 0 <= s <= 2 ^ 63) by (split; [apply Z.lt_succ_r|apply Z.lt_succ_r]; apply (cancel b); lia).
  rewrite low_bits_cleared by lia.
  pose proof (floor (s + 512) (2 ^ 10) ltac:(lia)) as Fl. set (k := (s + 512) / 2 ^ 10) in *. clearbody k.
  exists k. split; [reflexivity|]. split; [lia|].
  (* s b is a 2^64 up to b; x b is a q up to F b *)
  assert (A1 : b * x - b * F < a * q) by (assert (b * x < b * (F * a + F)) by (apply Z.mul_lt_mono_pos_l; lia);
    assert (a * (F * b) <= a * q) by (apply Z.mul_le_mono_nonneg_l; lia); lia).
  assert (A2 : a * q <= b * x + b * F).
  { assert (a * q <= a * (F * b + F)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (b * (F * a) <= b * x) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (a * F <= b * F) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  assert (A3 : b * s * q <= a * 2 ^ 64 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A4 : a * 2 ^ 64 * q <= (b * s + b) * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A5 : 2 ^ 62 * F * b <= q * b) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A6 : Z.abs (s * q - x * 2 ^ 64) <= 5 * q).
  { apply Z.lt_succ_r, (cancel b); [lia|].
    assert (- (5 * q * b) <= (s * q - x * 2 ^ 64) * b <= 5 * q * b) by lia.
    rewrite <- (Z.abs_eq b) at 1 by lia. rewrite <- Z.abs_mul. lia. }
  assert (A7 : Z.abs (k * 2 ^ 10 - s) <= 512) by lia.
  assert (A8 : Z.abs ((k * 2 ^ 10 - s) * q) <= 512 * q).
  { rewrite Z.abs_mul, (Z.abs_eq q) by lia. apply Z.mul_le_mono_nonneg_r; lia. }
  replace (k * 2 ^ 10 * q - x * 2 ^ 64) with ((k * 2 ^ 10 - s) * q + (s * q - x * 2 ^ 64)) by ring. lia.
Qed.

Open Scope R_scope.

Theorem multiword_row_encoded n bits q x : (2 <= n)%nat -> (64 <= bits)%Z -> (2 ^ (bits - 1) <= q < 2 ^ bits)%Z ->
  (fma_multiword_capacity * q <= 256 * 2 ^ fma_multiword_capacity_bits (Z.of_nat n))%Z -> (0 <= x < q)%Z ->
  let row := (if q - x <? x then x - q else x)%Z in let (limbs, ratio) := encoded_row n bits q x in
  number limbs = row /\ has_limbs n (2 ^ 42) limbs /\ generic_format radix2 exponents ratio /\
  forall limb, good q (mk_term limb row ratio).
Proof.
  intros Hn Hb Hq Hcap Hx. cbv zeta. unfold encoded_row.
  set (magnitude := (if q - x <? x then q - x else x)%Z).
  assert (Hmag : (0 <= 2 * magnitude <= q)%Z) by (unfold magnitude; destruct (Z.ltb_spec (q - x) x); lia).
  assert (Hq0 : (0 < q)%Z) by lia.
  unfold fma_multiword_capacity_bits in Hcap. rewrite Z.pow_add_r, Z.pow_mul_r in Hcap by (unfold fma_multiword_limb_bits; lia).
  fold radix in Hcap. unfold fma_multiword_capacity in Hcap.
  assert (HP : (0 < radix ^ (Z.of_nat n - 1))%Z) by (apply Z.pow_pos_nonneg; [reflexivity|lia]).
  assert (EP : (radix ^ Z.of_nat n = radix * radix ^ (Z.of_nat n - 1))%Z).
  { rewrite <- Z.pow_succ_r by lia. f_equal. lia. }
  destruct (put_balanced_limbs n magnitude ltac:(lia)) as (E & El & Hcar & Ht).
  { rewrite EP. change radix with (2 ^ 43)%Z in *. lia. }
  assert (Hlast : (magnitude / radix ^ (Z.of_nat n - 1) < 2 ^ 40)%Z) by (apply Z.div_lt_upper_bound; lia).
  clear EP HP Hcap.
  destruct (multiword_ratio_is bits q magnitude Hb Hq Hmag) as (k & Ek & Hk & Herr).
  set (limbs := put_balanced n magnitude 0) in *. clearbody limbs. rewrite Ek in *.
  assert (HqR : 0 < IZR q) by (apply IZR_lt; exact Hq0).
  assert (ER : IZR (k * 2 ^ 10) / IZR (2 ^ 64) = IZR k / IZR (2 ^ 54)) by (rewrite mult_IZR; powers; field).
  pose proof (ratio_format k Hk) as Hformat.
  assert (Hhalf : 0 <= IZR (k * 2 ^ 10) / IZR (2 ^ 64) <= 1 / 2).
  { rewrite ER. destruct Hk as [K0 K1]. apply IZR_le in K0, K1.
    powers. lra. }
  assert (Hclose : Rabs (IZR (k * 2 ^ 10) / IZR (2 ^ 64) - IZR magnitude / IZR q) <= / IZR (2 ^ 55) + / IZR (2 ^ 61)).
  { replace (IZR (k * 2 ^ 10) / IZR (2 ^ 64) - IZR magnitude / IZR q)
      with (IZR (k * 2 ^ 10 * q - magnitude * 2 ^ 64) / (IZR (2 ^ 64) * IZR q)).
    2: { rewrite minus_IZR, (mult_IZR (_ * _) q), (mult_IZR magnitude). field. split; [lra|]. powers. lra. }
    unfold Rdiv. rewrite Rabs_mult, <- abs_IZR, (Rabs_pos_eq (/ _))
      by (left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; [powers|]; lra).
    apply IZR_le in Herr. rewrite !mult_IZR in Herr.
    apply Rmult_le_reg_r with (IZR (2 ^ 64) * IZR q); [apply Rmult_lt_0_compat; [powers|]; lra|].
    rewrite Rmult_assoc, Rinv_l by (apply Rgt_not_eq, Rmult_lt_0_compat; [powers|]; lra).
    rewrite Rmult_1_r. rewrite plus_IZR in Herr. powers. lra. }
  rewrite ER in *. clear ER Ek. set (ratio := IZR k / IZR (2 ^ 54)) in *. clearbody ratio.
  unfold magnitude in *. destruct (q - x <? x)%Z eqn:Eneg.
  - assert (Enum : forall l, number (map Z.opp l) = (- number l)%Z).
    { clear. induction l as [|v l IH]; cbn [map number]; [reflexivity|]. rewrite IH. ring. }
    assert (Hopp : forall l, carried l -> carried (map Z.opp l)).
    { clear. induction l as [|v l IH]; cbn [map carried]; [auto|]. destruct l as [|w l]; [auto|].
      cbn [map] in *. rewrite Z.abs_opp. intros [H1 H2]. split; [exact H1|apply IH; exact H2]. }
    assert (Elast : forall l, last (map Z.opp l) 0%Z = (- last l 0)%Z).
    { clear. induction l as [|v l IH]; [reflexivity|]. destruct l; [reflexivity|]. exact IH. }
    split; [rewrite Enum, E; ring|]. split; [split; [rewrite map_length; exact El|split; [apply Hopp; exact Hcar|]]|].
    { rewrite Elast. lia. }
    split; [apply generic_format_opp; exact Hformat|]. intros limb. unfold good. cbn [row_of ratio_of].
    split; [lia|]. split; [apply Rabs_le; lra|].
    replace (- ratio - IZR (x - q) / IZR q) with (- (ratio - IZR (q - x) / IZR q)).
    2: { rewrite !minus_IZR. field. lra. }
    rewrite Rabs_Ropp. eapply Rle_trans; [exact Hclose|]. powers. lra.
  - split; [exact E|]. split; [split; [exact El|split; [exact Hcar|lia]]|]. split; [exact Hformat|].
    intros limb. unfold good. cbn [row_of ratio_of]. split; [lia|]. split; [apply Rabs_le; lra|].
    eapply Rle_trans; [exact Hclose|]. powers. lra.
Qed.
