(** 128-bit words as two limbs of 64 bits, and their carries: section 11.2 of docs/bounds/word128.md. *)
From Ringlet Require Import Words.

(** A 128-bit word: its low and its high limb. *)
Definition double_of (x : Z * Z) := fst x + 2 ^ 64 * snd x.
Definition is_double (x : Z * Z) := fits 64 (fst x) /\ fits 64 (snd x).

Definition flag (condition : bool) := if condition then 1 else 0.
Definition lanes_of (condition : bool) := if condition then 2 ^ 64 - 1 else 0.

(** Sums and differences with carries, as in Scalar, Avx2 and Avx512. *)
Definition add_carry a b (carry : bool) :=
  let partial := add 64 a b in let sum := add 64 partial (flag carry) in (sum, (partial <? a) || (sum <? partial)).
Definition add_carry_avx2 a b (carry : bool) :=
  let partial := add 64 a b in let sum := sub 64 partial (lanes_of carry) in
  (sum, (partial <? a) || (sum <? partial)).
Definition add_carry_avx512 a b (carry : bool) :=
  let partial := add 64 a b in let wraps := carry && (partial =? 2 ^ 64 - 1) in
  (if carry then sub 64 partial (2 ^ 64 - 1) else partial, (partial <? a) || wraps).
Definition sub_borrow a b (borrow : bool) :=
  let partial := sub 64 a b in (sub 64 partial (flag borrow), (a <? b) || (partial <? flag borrow)).
Definition sub_borrow_avx2 a b (borrow : bool) :=
  let partial := sub 64 a b in let difference := add 64 partial (lanes_of borrow) in
  (difference, (a <? b) || (partial <? difference)).
Definition sub_borrow_avx512 a b (borrow : bool) :=
  let partial := sub 64 a b in let wraps := borrow && (partial =? 0) in
  (if borrow then add 64 partial (2 ^ 64 - 1) else partial, (a <? b) || wraps).

Lemma wrapped_sum a b : fits 64 a -> fits 64 b -> add 64 a b = if a + b <? 2 ^ 64 then a + b else a + b - 2 ^ 64.
Proof.
  unfold fits, add. intros. destruct (Z.ltb_spec (a + b) (2 ^ 64)); [apply Z.mod_small; lia|].
  symmetry. apply (Z.mod_unique _ _ 1); lia.
Qed.

Lemma wrapped_difference a b : fits 64 a -> fits 64 b -> sub 64 a b = if a <? b then a - b + 2 ^ 64 else a - b.
Proof.
  unfold fits, sub. intros. destruct (Z.ltb_spec a b); [|apply Z.mod_small; lia].
  symmetry. apply (Z.mod_unique _ _ (-1)); lia.
Qed.

Ltac compare_all := repeat match goal with
  | |- context [?x <? ?y] => destruct (Z.ltb_spec x y)
  | |- context [?x =? ?y] => destruct (Z.eqb_spec x y)
  end.

Theorem carries_agree a b carry : fits 64 a -> fits 64 b ->
  (let (sum, out) := add_carry a b carry in fits 64 sum /\ sum + 2 ^ 64 * flag out = a + b + flag carry) /\
  add_carry_avx2 a b carry = add_carry a b carry /\ add_carry_avx512 a b carry = add_carry a b carry.
Proof.
  intros Ha Hb. unfold add_carry, add_carry_avx2, add_carry_avx512.
  assert (Hp : fits 64 (add 64 a b)) by (unfold fits, add; apply Z.mod_pos_bound; lia).
  assert (Hf : fits 64 (flag carry)) by (unfold fits; destruct carry; cbn [flag]; lia).
  assert (Hl : fits 64 (lanes_of carry)) by (unfold fits; destruct carry; cbn [lanes_of]; lia).
  assert (Ho : fits 64 (2 ^ 64 - 1)) by (unfold fits; lia).
  cbv zeta. rewrite (wrapped_sum (add 64 a b) (flag carry)), !(wrapped_difference (add 64 a b)) by assumption.
  rewrite (wrapped_sum a b) in * by assumption. unfold fits in *.
  destruct carry; cbn [flag lanes_of andb] in *; compare_all; cbn [flag orb]; try lia;
    (split; [lia|split; f_equal; lia]).
Qed.

Theorem borrows_agree a b borrow : fits 64 a -> fits 64 b ->
  (let (difference, out) := sub_borrow a b borrow in
   fits 64 difference /\ difference - 2 ^ 64 * flag out = a - b - flag borrow) /\
  sub_borrow_avx2 a b borrow = sub_borrow a b borrow /\ sub_borrow_avx512 a b borrow = sub_borrow a b borrow.
Proof.
  intros Ha Hb. unfold sub_borrow, sub_borrow_avx2, sub_borrow_avx512.
  assert (Hp : fits 64 (sub 64 a b)) by (unfold fits, sub; apply Z.mod_pos_bound; lia).
  assert (Hf : fits 64 (flag borrow)) by (unfold fits; destruct borrow; cbn [flag]; lia).
  assert (Hl : fits 64 (lanes_of borrow)) by (unfold fits; destruct borrow; cbn [lanes_of]; lia).
  assert (Ho : fits 64 (2 ^ 64 - 1)) by (unfold fits; lia).
  cbv zeta. rewrite (wrapped_difference (sub 64 a b) (flag borrow)), !(wrapped_sum (sub 64 a b)) by assumption.
  rewrite (wrapped_difference a b) in * by assumption. unfold fits in *.
  destruct borrow; cbn [flag lanes_of andb] in *; compare_all; cbn [flag orb]; try lia;
    (split; [lia|split; f_equal; lia]).
Qed.

(** ** Operations of Limb64x2 *)

Definition add_limbs x y :=
  let (low, carry) := add_carry (fst x) (fst y) false in (low, fst (add_carry (snd x) (snd y) carry)).
Definition sub_limbs x y :=
  let (low, borrow) := sub_borrow (fst x) (fst y) false in
  let (high, out) := sub_borrow (snd x) (snd y) borrow in ((low, high), out).
Definition add_limb x y carry :=
  let (low, carry) := add_carry (fst x) y carry in (low, fst (add_carry (snd x) 0 carry)).
Definition mul_widening a b := ((a * b) mod 2 ^ 64, a * b / 2 ^ 64).

Definition mul_low_limbs x y :=
  let (low, high) := mul_widening (fst x) (fst y) in
  (low, add 64 high (add 64 (mul_low 64 (fst x) (snd y)) (mul_low 64 (snd x) (fst y)))).

Definition mul_high_limbs x y :=
  let lows := mul_widening (fst x) (fst y) in let cross := mul_widening (snd x) (fst y) in
  let other := mul_widening (fst x) (snd y) in let highs := mul_widening (snd x) (snd y) in
  let (column1, first) := add_carry (fst cross) (fst other) false in
  let second := snd (add_carry column1 (snd lows) false) in
  add_limb (add_limb highs (snd cross) first) (snd other) second.

Definition mul_high_truncated_limbs x y :=
  let highs := mul_widening (snd x) (snd y) in
  add_limb (add_limb highs (mul_high 64 (snd x) (fst y)) false) (mul_high 64 (fst x) (snd y)) false.

(** Shifts of lanes by counts beyond their length leave nothing. *)
Definition shift_left_any x count := if count <? 64 then shift_left 64 x count else 0.
Definition shift_right_any x count := if count <? 64 then shift_right count x else 0.
Definition shift_left_limbs x count :=
  let up_to_63 := shift_right_any (shift_right_any (fst x) 1) (sub 64 63 count) in
  let from_64 := shift_left_any (fst x) (sub 64 count 64) in
  (shift_left_any (fst x) count, add 64 (shift_left_any (snd x) count) (add 64 up_to_63 from_64)).

Definition select_double (condition : bool) (x y : Z * Z) := if condition then x else y.
Definition subtract_once_limbs x step := let (difference, borrow) := sub_limbs x step in
  select_double borrow x difference.
Definition subtract_modulo_limbs x y q := let (difference, borrow) := sub_limbs x y in
  select_double borrow (add_limbs difference q) difference.
(** Operations in which signs change lanes: the signs of the high limbs. *)
Definition add_modulo_by_signs x y q := let sum := add_limbs x y in let difference := fst (sub_limbs sum q) in
  select_double (negative 64 (snd difference)) sum difference.
Definition subtract_modulo_by_signs x y q := let difference := fst (sub_limbs x y) in
  select_double (negative 64 (snd difference)) (add_limbs difference q) difference.

Lemma double_range x : is_double x -> 0 <= double_of x < 2 ^ 128.
Proof. unfold is_double, fits, double_of. lia. Qed.

Lemma double_of_high x y : fits 64 x -> (x + 2 ^ 64 * y) mod 2 ^ 128 = x + 2 ^ 64 * (y mod 2 ^ 64).
Proof.
  unfold fits. intros Hx. pose proof (Z.div_mod y (2 ^ 64) ltac:(lia)). pose proof (Z.mod_pos_bound y (2 ^ 64) eq_refl).
  symmetry. apply (Z.mod_unique _ _ (y / 2 ^ 64)); lia.
Qed.

Lemma add_limbs_is x y : is_double x -> is_double y ->
  is_double (add_limbs x y) /\ double_of (add_limbs x y) = (double_of x + double_of y) mod 2 ^ 128.
Proof.
  intros [Hx0 Hx1] [Hy0 Hy1]. unfold add_limbs, is_double, double_of.
  destruct (carries_agree (fst x) (fst y) false Hx0 Hy0) as [C _]. destruct (add_carry (fst x) (fst y) false) as [l c].
  destruct (carries_agree (snd x) (snd y) c Hx1 Hy1) as [D _]. destruct (add_carry (snd x) (snd y) c) as [h d].
  cbn [fst snd flag] in *. destruct C as [Fl C], D as [Fh D]. split; [split; assumption|].
  apply (Z.mod_unique _ _ (flag d)); unfold fits in *; lia.
Qed.

Lemma sub_limbs_is x y : is_double x -> is_double y ->
  let (difference, borrow) := sub_limbs x y in
  is_double difference /\ borrow = (double_of x <? double_of y) /\
  double_of difference = double_of x - double_of y + 2 ^ 128 * flag borrow.
Proof.
  intros [Hx0 Hx1] [Hy0 Hy1]. unfold sub_limbs, is_double, double_of.
  destruct (borrows_agree (fst x) (fst y) false Hx0 Hy0) as [C _]. destruct (sub_borrow (fst x) (fst y) false) as [l c].
  destruct (borrows_agree (snd x) (snd y) c Hx1 Hy1) as [D _]. destruct (sub_borrow (snd x) (snd y) c) as [h d].
  cbn [fst snd flag] in *. destruct C as [Fl C], D as [Fh D]. split; [split; assumption|].
  unfold fits in *. destruct d; cbn [flag] in *; (split; [symmetry|lia]); [apply Z.ltb_lt|apply Z.ltb_ge]; lia.
Qed.

Lemma add_limb_is x y carry : is_double x -> fits 64 y ->
  is_double (add_limb x y carry) /\ double_of (add_limb x y carry) = (double_of x + y + flag carry) mod 2 ^ 128.
Proof.
  intros [Hx0 Hx1] Hy. unfold add_limb, is_double, double_of.
  destruct (carries_agree (fst x) y carry Hx0 Hy) as [C _]. destruct (add_carry (fst x) y carry) as [l c].
  assert (H0 : fits 64 0) by (unfold fits; lia).
  destruct (carries_agree (snd x) 0 c Hx1 H0) as [D _]. destruct (add_carry (snd x) 0 c) as [h d].
  cbn [fst snd] in *. destruct C as [Fl C], D as [Fh D]. split; [split; assumption|].
  apply (Z.mod_unique _ _ (flag d)); unfold fits in *; lia.
Qed.

Lemma mul_widening_is a b : fits 64 a -> fits 64 b ->
  is_double (mul_widening a b) /\ double_of (mul_widening a b) = a * b /\ 0 <= a * b <= (2 ^ 64 - 1) * (2 ^ 64 - 1).
Proof.
  unfold fits, mul_widening, is_double, double_of. cbn [fst snd]. intros Ha Hb. unfold fits.
  assert (H : 0 <= a * b <= (2 ^ 64 - 1) * (2 ^ 64 - 1))
    by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
  pose proof (Z.div_mod (a * b) (2 ^ 64) ltac:(lia)). pose proof (Z.mod_pos_bound (a * b) (2 ^ 64) eq_refl). lia.
Qed.

(** Sums and low products, modulo 2^128. *)
Theorem limbs_modulo_2_128 x y : is_double x -> is_double y ->
  double_of (add_limbs x y) = add 128 (double_of x) (double_of y) /\
  double_of (fst (sub_limbs x y)) = sub 128 (double_of x) (double_of y) /\
  double_of (mul_low_limbs x y) = mul_low 128 (double_of x) (double_of y).
Proof.
  intros Hx Hy. pose proof (double_range x Hx). pose proof (double_range y Hy).
  split; [apply add_limbs_is; assumption|]. split.
  - pose proof (sub_limbs_is x y Hx Hy) as S. destruct (sub_limbs x y) as [d b]. destruct S as (Hd & Hb & E).
    pose proof (double_range d Hd). cbn [fst]. unfold sub. apply (Z.mod_unique _ _ (- flag b)); lia.
  - destruct Hx as [Hx0 Hx1], Hy as [Hy0 Hy1]. destruct (mul_widening_is (fst x) (fst y) Hx0 Hy0) as (W & E & _).
    unfold mul_low_limbs. destruct (mul_widening (fst x) (fst y)) as [l h]. destruct W as [Fl Fh].
    unfold double_of in *. cbn [fst snd] in *. unfold mul_low, add.
    set (x0 := fst x) in *. set (x1 := snd x) in *. set (y0 := fst y) in *. set (y1 := snd y) in *.
    rewrite <- Z.add_mod, Zplus_mod_idemp_r by lia.
    replace ((x0 + 2 ^ 64 * x1) * (y0 + 2 ^ 64 * y1)) with
      (l + 2 ^ 64 * (h + (x0 * y1 + x1 * y0)) + x1 * y1 * 2 ^ 128).
    2: { change (2 ^ 128) with (2 ^ 64 * 2 ^ 64). replace ((x0 + 2 ^ 64 * x1) * (y0 + 2 ^ 64 * y1))
           with (x0 * y0 + 2 ^ 64 * (x0 * y1 + x1 * y0) + x1 * y1 * (2 ^ 64 * 2 ^ 64)) by ring. rewrite <- E. ring. }
    rewrite Z.mod_add, double_of_high by (lia || assumption). reflexivity.
Qed.

(** The middle column gives two carries, and nothing is carried out. *)
Theorem double_high_product x y : is_double x -> is_double y ->
  is_double (mul_high_limbs x y) /\ double_of (mul_high_limbs x y) = mul_high 128 (double_of x) (double_of y).
Proof.
  intros Hx Hy. pose proof (double_range x Hx) as Rx. pose proof (double_range y Hy) as Ry.
  destruct Hx as [Hx0 Hx1], Hy as [Hy0 Hy1]. unfold mul_high_limbs.
  destruct (mul_widening_is _ _ Hx0 Hy0) as (L & EL & BL). destruct (mul_widening_is _ _ Hx1 Hy0) as (C & EC & BC).
  destruct (mul_widening_is _ _ Hx0 Hy1) as (O & EO & BO). destruct (mul_widening_is _ _ Hx1 Hy1) as (H & EH & BH).
  set (lows := mul_widening (fst x) (fst y)) in *. set (cross := mul_widening (snd x) (fst y)) in *.
  set (other := mul_widening (fst x) (snd y)) in *. set (highs := mul_widening (snd x) (snd y)) in *.
  clearbody lows cross other highs.
  destruct (carries_agree (fst cross) (fst other) false (proj1 C) (proj1 O)) as [K1 _].
  destruct (add_carry (fst cross) (fst other) false) as [column1 first]. destruct K1 as [Fc K1].
  destruct (carries_agree column1 (snd lows) false Fc (proj2 L)) as [K2 _].
  destruct (add_carry column1 (snd lows) false) as [column second]. destruct K2 as [Fd K2]. cbn [snd flag] in *.
  destruct (add_limb_is highs (snd cross) first H (proj2 C)) as [P EP].
  destruct (add_limb_is (add_limb highs (snd cross) first) (snd other) second P (proj2 O)) as [R ER].
  split; [exact R|]. rewrite ER, EP. clear ER EP P R.
  assert (E : double_of x * double_of y =
    fst lows + 2 ^ 64 * column + 2 ^ 128 * (double_of highs + snd cross + flag first + snd other + flag second)).
  { unfold double_of at 1 2. replace ((fst x + 2 ^ 64 * snd x) * (fst y + 2 ^ 64 * snd y)) with
      (fst x * fst y + 2 ^ 64 * (snd x * fst y + fst x * snd y) + 2 ^ 128 * (snd x * snd y))
      by (change (2 ^ 128) with (2 ^ 64 * 2 ^ 64); ring).
    rewrite <- EL, <- EC, <- EO, <- EH. unfold double_of. lia. }
  assert (B : double_of x * double_of y < 2 ^ 128 * 2 ^ 128) by (apply Z.mul_lt_mono_nonneg; lia).
  rewrite E in B. unfold mul_high. rewrite E. clear E. pose proof (double_range highs H).
  assert (0 <= flag first) by (destruct first; cbn; lia). assert (0 <= flag second) by (destruct second; cbn; lia).
  destruct L as [L _], C as [_ C], O as [_ O]. unfold fits in *.
  rewrite (Z.mod_small (double_of highs + snd cross + flag first)), Z.mod_small by lia.
  apply (Z.div_unique _ _ _ (fst lows + 2 ^ 64 * column)); lia.
Qed.

Theorem double_truncated_product x y : is_double x -> is_double y ->
  double_of (mul_high_truncated_limbs x y) = mul_high_short 64 (double_of x) (double_of y).
Proof.
  intros [Hx0 Hx1] [Hy0 Hy1]. unfold mul_high_truncated_limbs, mul_high_short, mul_high.
  assert (D : forall z, fits 64 (fst z) -> double_of z / 2 ^ 64 = snd z /\ double_of z mod 2 ^ 64 = fst z).
  { unfold fits, double_of. intros z Hz. rewrite (Z.add_comm (fst z)), (Z.mul_comm (2 ^ 64)).
    rewrite Z.div_add_l, Z.div_small, (Z.add_comm (_ * _)), Z.mod_add, Z.mod_small by lia. lia. }
  destruct (D x Hx0) as [-> ->], (D y Hy0) as [-> ->].
  destruct (mul_widening_is _ _ Hx1 Hy1) as (H & EH & BH).
  destruct (mul_widening_is _ _ Hx1 Hy0) as ([_ C] & _). destruct (mul_widening_is _ _ Hx0 Hy1) as ([_ O] & _).
  unfold mul_widening in C, O. cbn [snd] in C, O.
  destruct (add_limb_is (mul_widening (snd x) (snd y)) (snd x * fst y / 2 ^ 64) false H C) as [P EP].
  destruct (add_limb_is _ (fst x * snd y / 2 ^ 64) false P O) as [_ ->]. rewrite EP, EH. cbn [flag].
  unfold fits in *. rewrite (Z.mod_small (snd x * snd y + _ + 0)), Z.mod_small by lia. ring.
Qed.

(** Scalar128: in the order of its sums, none of them wraps. *)
Theorem scalar128_high_product x y : fits 128 x -> fits 128 y ->
  let low z := z mod 2 ^ 64 in let high z := z / 2 ^ 64 in
  let cross := add 128 (high x * low y) (high (low x * low y)) in
  let other := add 128 (low x * high y) (low cross) in
  add 128 (add 128 (high x * high y) (high cross)) (high other) = mul_high 128 x y.
Proof.
  unfold fits. intros Hx Hy. cbv zeta. unfold mul_high, add.
  pose proof (Z.div_mod x (2 ^ 64) ltac:(lia)) as Dx. pose proof (Z.mod_pos_bound x (2 ^ 64) eq_refl) as Mx.
  pose proof (Z.div_mod y (2 ^ 64) ltac:(lia)) as Dy. pose proof (Z.mod_pos_bound y (2 ^ 64) eq_refl) as My.
  set (x1 := x / 2 ^ 64) in *. set (x0 := x mod 2 ^ 64) in *.
  set (y1 := y / 2 ^ 64) in *. set (y0 := y mod 2 ^ 64) in *.
  clearbody x1 x0 y1 y0. assert (Hx1 : fits 64 x1) by (unfold fits; lia).
  assert (Hy1 : fits 64 y1) by (unfold fits; lia).
  destruct (mul_widening_is x0 y0 Mx My) as (_ & _ & B00). destruct (mul_widening_is x1 y0 Hx1 My) as (_ & _ & B10).
  destruct (mul_widening_is x0 y1 Mx Hy1) as (_ & _ & B01). destruct (mul_widening_is x1 y1 Hx1 Hy1) as (_ & _ & B11).
  assert (E : x * y = x0 * y0 + 2 ^ 64 * (x1 * y0 + x0 * y1) + 2 ^ 128 * (x1 * y1))
    by (rewrite Dx, Dy; change (2 ^ 128) with (2 ^ 64 * 2 ^ 64); ring).
  rewrite E. clear Dx Dy E Hx Hy. set (p := x0 * y0) in *. set (c := x1 * y0) in *. set (o := x0 * y1) in *.
  set (h := x1 * y1) in *. clearbody p c o h.
  pose proof (Z.div_mod p (2 ^ 64) ltac:(lia)) as Dp. pose proof (Z.mod_pos_bound p (2 ^ 64) eq_refl) as Mp.
  set (p1 := p / 2 ^ 64) in *. set (p0 := p mod 2 ^ 64) in *. clearbody p1 p0.
  rewrite (Z.mod_small (c + p1)) by lia.
  pose proof (Z.div_mod (c + p1) (2 ^ 64) ltac:(lia)) as Dc.
  pose proof (Z.mod_pos_bound (c + p1) (2 ^ 64) eq_refl) as Mc.
  set (c1 := (c + p1) / 2 ^ 64) in *. set (c0 := (c + p1) mod 2 ^ 64) in *. clearbody c1 c0.
  rewrite (Z.mod_small (o + c0)) by lia.
  pose proof (Z.div_mod (o + c0) (2 ^ 64) ltac:(lia)) as Do.
  pose proof (Z.mod_pos_bound (o + c0) (2 ^ 64) eq_refl) as Mo.
  set (o1 := (o + c0) / 2 ^ 64) in *. set (o0 := (o + c0) mod 2 ^ 64) in *. clearbody o1 o0.
  rewrite (Z.mod_small (h + c1)), Z.mod_small by lia. apply (Z.div_unique _ _ _ (p0 + 2 ^ 64 * o0)); lia.
Qed.

(** For counts below 128, one of the two shifts of the low limb has a count beyond its length. *)
Theorem double_shift x count : is_double x -> 0 <= count < 128 ->
  double_of (shift_left_limbs x count) = shift_left 128 (double_of x) count.
Proof.
  intros [Hx0 Hx1] Hc. unfold shift_left_limbs, double_of. cbn [fst snd]. set (l := fst x) in *. set (h := snd x) in *.
  clearbody l h. unfold shift_right_any, shift_left_any, shift_left, shift_right, fits in *.
  rewrite (wrapped_difference 63 count), (wrapped_difference count 64) by (unfold fits; lia).
  change (1 <? 64) with true. cbv iota. change (2 ^ 1) with 2. destruct (Z.leb_spec count 63) as [Hs|Hs].
  - replace (63 <? count) with false by (symmetry; apply Z.ltb_ge; lia).
    replace (count <? 64) with true by (symmetry; apply Z.ltb_lt; lia).
    replace (63 - count <? 64) with true by (symmetry; apply Z.ltb_lt; lia).
    replace (count - 64 + 2 ^ 64 <? 64) with false by (symmetry; apply Z.ltb_ge; lia). cbv iota.
    pose proof (power_positive count ltac:(lia)) as P. pose proof (power_positive (63 - count) ltac:(lia)) as P'.
    assert (E : 2 ^ 64 = 2 * 2 ^ (63 - count) * 2 ^ count).
    { rewrite <- Z.mul_assoc, <- Z.pow_add_r by lia. replace (63 - count + count) with 63 by ring. reflexivity. }
    assert (F : l / 2 / 2 ^ (63 - count) = l * 2 ^ count / 2 ^ 64).
    { rewrite Z.div_div, E, Z.div_mul_cancel_r by lia. reflexivity. }
    rewrite F. unfold add. rewrite Z.add_0_r, <- Z.add_mod by lia.
    pose proof (Z.div_mod (l * 2 ^ count) (2 ^ 64) ltac:(lia)) as D.
    replace ((l + 2 ^ 64 * h) * 2 ^ count) with
      ((l * 2 ^ count) mod 2 ^ 64 + 2 ^ 64 * (h * 2 ^ count + l * 2 ^ count / 2 ^ 64)) by lia.
    rewrite double_of_high by (apply Z.mod_pos_bound; lia). reflexivity.
  - replace (63 <? count) with true by (symmetry; apply Z.ltb_lt; lia).
    replace (count <? 64) with false by (symmetry; apply Z.ltb_ge; lia).
    replace (63 - count + 2 ^ 64 <? 64) with false by (symmetry; apply Z.ltb_ge; lia).
    replace (count - 64 <? 64) with true by (symmetry; apply Z.ltb_lt; lia). cbv iota.
    unfold add. rewrite !Z.add_0_l, !Z.mod_mod by lia.
    assert (E : 2 ^ count = 2 ^ (count - 64) * 2 ^ 64) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    replace ((l + 2 ^ 64 * h) * 2 ^ count) with (0 + 2 ^ 64 * (l * 2 ^ (count - 64)) + h * 2 ^ (count - 64) * 2 ^ 128)
      by (rewrite E; change (2 ^ 128) with (2 ^ 64 * 2 ^ 64); ring).
    rewrite Z.mod_add, double_of_high by (unfold fits; lia). reflexivity.
Qed.

(** By the borrow, for any step; by signs, like add_modulo and subtract_modulo, if the values fit. *)
Theorem double_conditions x y q : is_double x -> is_double y -> is_double q ->
  let a := double_of x in let b := double_of y in let m := double_of q in
  double_of (subtract_once_limbs x q) = (if a <? m then a else a - m) /\
  (0 <= a < m -> 0 <= b < m ->
   double_of (subtract_modulo_limbs x y q) = (a - b) mod m /\
   (2 * m <= 2 ^ 127 ->
    double_of (subtract_modulo_by_signs x y q) = (a - b) mod m /\
    double_of (add_modulo_by_signs x y q) = (a + b) mod m)).
Proof.
  intros Hx Hy Hq. cbv zeta. pose proof (double_range x Hx). pose proof (double_range y Hy).
  pose proof (double_range q Hq).
  assert (N : forall z, is_double z -> negative 64 (snd z) = (2 ^ 127 <=? double_of z)).
  { intros z [Hz0 Hz1]. unfold negative, double_of, fits in *. change (2 ^ (64 - 1)) with (2 ^ 63).
    destruct (Z.leb_spec (2 ^ 63) (snd z)); symmetry; [apply Z.leb_le|apply Z.leb_gt]; lia. }
  split; [|intros Ha Hb; split; [|intros Hm; split]].
  - unfold subtract_once_limbs. pose proof (sub_limbs_is x q Hx Hq) as S. destruct (sub_limbs x q) as [d b].
    destruct S as (Hd & -> & E). unfold select_double.
    destruct (Z.ltb_spec (double_of x) (double_of q)); cbn [flag] in E; lia.
  - unfold subtract_modulo_limbs. pose proof (sub_limbs_is x y Hx Hy) as S. destruct (sub_limbs x y) as [d b].
    destruct S as (Hd & -> & E). destruct (add_limbs_is d q Hd Hq) as [_ A]. unfold select_double.
    destruct (Z.ltb_spec (double_of x) (double_of y)); cbn [flag] in E.
    + rewrite A, E, <- (Z.mod_unique _ (2 ^ 128) 1 (double_of x - double_of y + double_of q)) by lia.
      apply (Z.mod_unique _ _ (-1)); lia.
    + rewrite Z.mod_small; lia.
  - unfold subtract_modulo_by_signs. pose proof (sub_limbs_is x y Hx Hy) as S. destruct (sub_limbs x y) as [d b].
    destruct S as (Hd & -> & E). cbn [fst]. destruct (add_limbs_is d q Hd Hq) as [_ A]. rewrite (N d Hd).
    unfold select_double. destruct (Z.ltb_spec (double_of x) (double_of y)); cbn [flag] in E;
      destruct (Z.leb_spec (2 ^ 127) (double_of d)); try lia.
    + rewrite A, E, <- (Z.mod_unique _ (2 ^ 128) 1 (double_of x - double_of y + double_of q)) by lia.
      apply (Z.mod_unique _ _ (-1)); lia.
    + rewrite Z.mod_small; lia.
  - unfold add_modulo_by_signs. destruct (add_limbs_is x y Hx Hy) as [Hs A]. rewrite Z.mod_small in A by lia.
    pose proof (sub_limbs_is (add_limbs x y) q Hs Hq) as S. destruct (sub_limbs (add_limbs x y) q) as [d b].
    destruct S as (Hd & -> & E). cbn [fst]. rewrite (N d Hd), A in *. unfold select_double.
    destruct (Z.ltb_spec (double_of x + double_of y) (double_of q)); cbn [flag] in E;
      destruct (Z.leb_spec (2 ^ 127) (double_of d)); try lia.
    + rewrite A, Z.mod_small; lia.
    + rewrite E. apply (Z.mod_unique _ _ 1); lia.
Qed.
