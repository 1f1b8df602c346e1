(** Products on limbs in doubles by columns, as src/arith/fma_limbs/double_rows.hpp computes them: sections 14.1, 19.2
    and 19.4 of docs/bounds, with the radix of section 19. A column has a running sum near 1.5 2^95, of parts rounded to
    multiples of the radix, and a rest, the sum of the rounding errors: both are exact. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles MultiwordDoubles.
Import ListNotations.
Open Scope R_scope.

Record double_column := mk_column { column_sum : R; column_rest : R }.

Definition column_start := multiword_column_start radix.

(** The first product of a column. All columns but the lowest start from less; [columns_without] adds the difference
    again with the sum of the column below. *)
Definition column_first (higher : bool) x digit :=
  let next := rnd (x * digit + IZR column_start) in
  let before := if higher then rnd (IZR column_start - IZR limb_rounder) else IZR column_start in
  mk_column next (rnd (x * digit + rnd (before - next))).

Definition column_add c x digit :=
  let next := rnd (x * digit + column_sum c) in
  mk_column next (rnd (column_rest c + rnd (x * digit + rnd (column_sum c - next)))).

(** The limbs after subtraction of [quotient] q, from columns and the limbs of q; [below] is the sum of the column
    below. *)
Fixpoint columns_without quotient (below : option R) (columns : list (double_column * R)) : list R :=
  match columns with
  | [] => []
  | (c, digit) :: above =>
      let next := match above with [] => IZR column_start | _ => rnd (column_sum c - quotient * digit) end in
      let all := rnd (column_rest c + rnd (rnd (column_sum c - next) - quotient * digit)) in
      match below with None => all | Some sum => rnd (sum * / IZR radix + all) end
        :: columns_without quotient (Some next) above
  end.

(** A column holds m radix + r. *)
Definition holds (higher : bool) c m r :=
  column_sum c = IZR (column_start + m * radix) /\ column_rest c = IZR (r - (if higher then limb_rounder else 0)).

Lemma column_rounds m t : (Z.abs (m * radix + t) < 2 ^ 94)%Z ->
  exists k, rnd (IZR t + IZR (column_start + m * radix)) = IZR (column_start + (m + k) * radix) /\
    (2 * Z.abs (t - k * radix) <= radix)%Z.
Proof.
  intros H. rewrite <- plus_IZR. set (z := (t + (column_start + m * radix))%Z).
  assert (Hz : (2 ^ 95 <= z < 2 ^ 96)%Z).
  { unfold z, column_start, multiword_column_start, limb_rounder. change radix with 8796093022208%Z in *. lia. }
  rewrite rounded_to_multiple by (split; [apply IZR_le|apply IZR_lt]; lia).
  pose proof (Znearest_half (fun n => negb (Z.even n)) (IZR z / IZR radix)) as Hn. fold ZnearestE in Hn.
  set (n := ZnearestE _) in *. clearbody n. exists (n - limb_rounder - m)%Z.
  assert (Ec : column_start = (limb_rounder * radix)%Z) by reflexivity.
  split; [f_equal; rewrite Ec; ring|].
  assert (Hr : 0 < IZR radix) by (apply IZR_lt; reflexivity).
  apply le_IZR. rewrite mult_IZR, abs_IZR.
  replace (t - (n - limb_rounder - m) * radix)%Z with (z - n * radix)%Z by (unfold z; rewrite Ec; ring).
  rewrite minus_IZR, mult_IZR.
  replace (IZR z - IZR n * IZR radix) with ((IZR z / IZR radix - IZR n) * IZR radix) by (field; lra).
  rewrite Rabs_mult, (Rabs_pos_eq (IZR radix)) by lra.
  apply Rmult_le_compat_r with (r := IZR radix) in Hn; lra.
Qed.

(** 2^43 divides the rounding constant. *)
Lemma rounder_is_multiple : limb_rounder = (768 * radix)%Z.
Proof. reflexivity. Qed.

Lemma sums_differ a b : (Z.abs (a - b) < 2 ^ 53)%Z ->
  rnd (IZR (column_start + a * radix) - IZR (column_start + b * radix)) = IZR ((a - b) * radix).
Proof.
  intros H. rewrite <- minus_IZR. replace (column_start + a * radix - (column_start + b * radix))%Z with
    ((a - b) * radix)%Z by ring. apply exact_multiple. exact H.
Qed.

Lemma column_first_is higher x digit : (Z.abs (x * digit) < 2 ^ 93)%Z ->
  exists m r, holds higher (column_first higher (IZR x) (IZR digit)) m r /\ (m * radix + r = x * digit)%Z /\
    (2 * Z.abs r <= radix)%Z.
Proof.
  intros H. unfold column_first, holds. cbn [column_sum column_rest]. rewrite <- mult_IZR.
  set (t := (x * digit)%Z) in *. clearbody t. destruct (column_rounds 0 t ltac:(lia)) as (k & E & Hk).
  rewrite Z.mul_0_l, Z.add_0_r in E. rewrite E. rewrite Z.add_0_l.
  exists k, (t - k * radix)%Z. split; [split; [reflexivity|]|split; [ring|exact Hk]].
  assert (Hk52 : (Z.abs k < 2 ^ 52)%Z) by (change radix with 8796093022208%Z in *; lia).
  destruct higher.
  - rewrite <- minus_IZR.
    replace (column_start - limb_rounder)%Z with (column_start + - (768) * radix)%Z
      by (rewrite rounder_is_multiple; ring).
    assert (Es : rnd (IZR (column_start + - (768) * radix)) = IZR (column_start + - (768) * radix)).
    { change (column_start + - (768) * radix)%Z with ((limb_rounder - 768) * radix)%Z.
      apply exact_multiple. reflexivity. }
    rewrite Es, sums_differ by lia. rewrite <- plus_IZR, exact.
    + f_equal. rewrite rounder_is_multiple. ring.
    + change radix with 8796093022208%Z in *. lia.
  - replace column_start with (column_start + 0 * radix)%Z at 1 by ring. rewrite sums_differ by lia.
    rewrite <- plus_IZR, exact.
    + f_equal. ring.
    + change radix with 8796093022208%Z in *. lia.
Qed.

Lemma column_add_is higher c m r x digit : holds higher c m r ->
  (Z.abs (m * radix + x * digit) < 2 ^ 94)%Z -> (Z.abs (x * digit) < 2 ^ 93)%Z -> (Z.abs r <= 2 ^ 50)%Z ->
  exists k, holds higher (column_add c (IZR x) (IZR digit)) (m + k) (r + (x * digit - k * radix)) /\
    (2 * Z.abs (x * digit - k * radix) <= radix)%Z.
Proof.
  intros [Es Er] Hsum Hx Hr. unfold column_add, holds. cbn [column_sum column_rest]. rewrite <- mult_IZR.
  set (t := (x * digit)%Z) in *. clearbody t. rewrite Es, Er.
  destruct (column_rounds m t Hsum) as (k & E & Hk). rewrite E. exists k.
  assert (Hk52 : (Z.abs k < 2 ^ 52)%Z) by (change radix with 8796093022208%Z in *; lia).
  rewrite sums_differ by lia. rewrite <- plus_IZR.
  replace (t + (m - (m + k)) * radix)%Z with (t - k * radix)%Z by ring.
  rewrite (exact (t - k * radix)) by (change radix with 8796093022208%Z in *; lia).
  rewrite <- plus_IZR, exact.
  - split; [split; [reflexivity|f_equal; ring]|exact Hk].
  - unfold limb_rounder. change radix with 8796093022208%Z in *. destruct higher; lia.
Qed.

(** The column of all its products. *)
Definition column_of higher (products : list (Z * Z)) :=
  match products with
  | [] => mk_column 0 0
  | (x, digit) :: others =>
      fold_left (fun c p => column_add c (IZR (fst p)) (IZR (snd p))) others (column_first higher (IZR x) (IZR digit))
  end.
Fixpoint products_total (products : list (Z * Z)) : Z :=
  match products with [] => 0 | (x, digit) :: others => x * digit + products_total others end%Z.
Fixpoint sizes (products : list (Z * Z)) : Z :=
  match products with [] => 0 | (x, digit) :: others => Z.abs (x * digit) + sizes others end%Z.
Definition how_many {A} (l : list A) := Z.of_nat (length l).

Lemma sizes_positive products : (0 <= sizes products)%Z.
Proof. induction products as [|[x digit] products IH]; cbn [sizes]; lia. Qed.

Lemma column_of_is higher products : products <> [] -> (how_many products <= 128)%Z -> (sizes products < 2 ^ 93)%Z ->
  exists m r, holds higher (column_of higher products) m r /\ (m * radix + r = products_total products)%Z /\
    (2 * Z.abs r <= how_many products * radix)%Z.
Proof.
  intros Hne Hc Hs. destruct products as [|[x digit] others]; [contradiction|]. clear Hne.
  cbn [column_of products_total sizes] in *. unfold how_many in *. cbn [length] in *. rewrite Nat2Z.inj_succ in *.
  pose proof (sizes_positive others).
  destruct (column_first_is higher x digit ltac:(lia)) as (m & r & H0 & E0 & R0).
  set (c := column_first _ _ _) in *. clearbody c.
  set (done := Z.abs (x * digit)) in *. set (first := (x * digit)%Z) in *.
  assert (Hdone : (Z.abs (m * radix + r) <= done)%Z) by (unfold done; lia).
  assert (G : forall others n m r c done, holds higher c m r -> (Z.abs (m * radix + r) <= done)%Z ->
    (2 * Z.abs r <= n * radix)%Z -> (0 <= n)%Z -> (n + Z.of_nat (length others) <= 128)%Z ->
    (done + sizes others < 2 ^ 93)%Z ->
    exists m' r', holds higher (fold_left (fun c p => column_add c (IZR (fst p)) (IZR (snd p))) others c) m' r' /\
      (m' * radix + r' = m * radix + r + products_total others)%Z /\
      (2 * Z.abs r' <= (n + Z.of_nat (length others)) * radix)%Z).
  { clear. induction others as [|[x digit] others IH]; intros n m r c done H Hd Hr Hn Hc Hs;
      cbn [fold_left length products_total sizes] in *.
    - exists m, r. split; [exact H|]. split; lia.
    - pose proof (sizes_positive others). rewrite Nat2Z.inj_succ in *. cbn [fst snd].
      assert (Hr50 : (Z.abs r <= 2 ^ 50)%Z).
      { assert (n * radix <= 128 * radix)%Z by (apply Z.mul_le_mono_nonneg_r; [discriminate|lia]).
        change radix with 8796093022208%Z in *. lia. }
      destruct (column_add_is higher c m r x digit H) as (k & Hk & Rk); try lia.
      destruct (IH (n + 1) (m + k) (r + (x * digit - k * radix)) _ (done + Z.abs (x * digit)) Hk)%Z as (m' & r' & A);
        [| | | | |exists m', r'; destruct A as (A1 & A2 & A3); split; [exact A1|]; split]; lia. }
  destruct (G others 1 m r c done H0)%Z as (m' & r' & A1 & A2 & A3); try (lia || assumption).
  exists m', r'. split; [exact A1|]. split; lia.
Qed.

(** ** The remainder without a multiple of q *)

Fixpoint all_hold higher (columns : list double_column) (parts : list (Z * Z)) : Prop :=
  match columns, parts with
  | [], [] => True
  | c :: columns, (m, r) :: parts => holds higher c m r /\ all_hold true columns parts
  | _, _ => False
  end.

(** The remainder column by column, with limbs [q] of the modulus. *)
Fixpoint left_over quotient (parts : list (Z * Z)) (q : list Z) : list Z :=
  match parts, q with
  | (m, r) :: parts, digit :: q => (m * radix + r - quotient * digit :: left_over quotient parts q)%Z
  | _, _ => []
  end.

(** Under the top, rounded parts move at most [up] to the next limb. The top keeps all of its remainder. *)
Fixpoint roomy quotient up (parts : list (Z * Z)) (q : list Z) : Prop :=
  match parts, q with
  | (m, r) :: parts, digit :: q =>
      (Z.abs r <= 2 ^ 50)%Z /\
      match parts with
      | [] => (Z.abs m < 2 ^ 53)%Z /\ (Z.abs (m * radix + r - quotient * digit) <= 2 ^ 51 - up)%Z
      | _ => (2 * Z.abs (m * radix - quotient * digit) <= (2 * up - 1) * radix)%Z /\
             (Z.abs (quotient * digit) < 2 ^ 93)%Z
      end /\ roomy quotient up parts q
  | _, _ => True
  end.

Fixpoint limbs_near up (limbs : list Z) (parts : list (Z * Z)) : Prop :=
  match limbs, parts with
  | limb :: above, (_, r) :: parts =>
      match above with [] => True | _ => (2 * Z.abs limb <= 2 * Z.abs r + radix + 2 * up)%Z end /\
      limbs_near up above parts
  | _, _ => True
  end.

Lemma columns_without_is quotient up q : (0 <= up <= 2 ^ 48)%Z -> forall columns parts below moved,
  match below with None => moved = 0%Z | Some sum => sum = IZR (column_start + moved * radix) end ->
  (Z.abs moved <= up)%Z -> length columns = length q ->
  all_hold (match below with None => false | _ => true end) columns parts -> roomy quotient up parts q ->
  exists limbs, columns_without (IZR quotient) below (combine columns (map IZR q)) = map IZR limbs /\
    length limbs = length q /\ number limbs = (number (left_over quotient parts q) + if q then 0 else moved)%Z /\
    limbs_near up limbs parts.
Proof.
  intros Hup. induction q as [|digit q IH]; intros columns parts below moved Hb Hm Hl Hh Hroom;
    destruct columns as [|c columns]; try discriminate.
  - exists []. destruct parts; [|destruct Hh]. cbn. auto.
  - destruct parts as [|[m r] parts]; [destruct Hh|]. cbn [all_hold] in Hh. destruct Hh as [[Es Er] Hh].
    cbn [roomy] in Hroom. destruct Hroom as (Hr & Hcase & Hroom).
    cbn [combine map columns_without]. rewrite Es, Er. rewrite <- mult_IZR.
    assert (Hlast : match q with [] => parts = [] | _ => parts <> [] end).
    { destruct q; destruct columns; try discriminate; destruct parts; cbn in Hh; try contradiction; auto;
      discriminate. }
    (* the rest and the quotient's product: m' is the part that the sum keeps *)
    assert (HT : exists m', (match combine columns (map IZR q) with [] => IZR column_start
        | _ => rnd (IZR (column_start + m * radix) - IZR (quotient * digit)) end) = IZR (column_start + m' * radix) /\
      (Z.abs (m - m') < 2 ^ 53)%Z /\ (Z.abs m' <= up)%Z /\
      (if q then m' = 0%Z else 2 * Z.abs (m * radix - quotient * digit - m' * radix) <= radix)%Z /\
      (Z.abs (m * radix - quotient * digit - m' * radix) <= 2 ^ 51 + 2 ^ 50)%Z).
    { destruct q as [|next q]; destruct columns as [|c' columns]; try discriminate.
      - exists 0%Z. cbn [combine map]. rewrite Z.mul_0_l, Z.add_0_r. subst parts. split; [reflexivity|]. lia.
      - cbn [combine map]. destruct parts as [|p parts]; [contradiction|]. destruct Hcase as [Hc Hqd].
        destruct (column_rounds m (- (quotient * digit)))%Z as (k & E & Hk).
        { change radix with 8796093022208%Z in *. lia. }
        exists (m + k)%Z. replace (IZR (column_start + m * radix) - IZR (quotient * digit)) with
          (IZR (- (quotient * digit)) + IZR (column_start + m * radix)) by (rewrite opp_IZR; ring). rewrite E.
        split; [reflexivity|]. change radix with 8796093022208%Z in *. lia. }
    destruct HT as (m' & En & Hmm & Hm' & Hstep & Hrem).
    set (next := match combine columns (map IZR q) with [] => _ | _ => _ end) in *. rewrite En.
    rewrite sums_differ by exact Hmm. rewrite <- minus_IZR.
    set (lack := (m * radix - quotient * digit - m' * radix)%Z) in *.
    replace ((m - m') * radix - quotient * digit)%Z with lack by (unfold lack; ring).
    rewrite (exact lack) by (change radix with 8796093022208%Z in *; lia).
    rewrite <- plus_IZR.
    assert (Hall : (Z.abs (r + lack) <= 2 ^ 51)%Z).
    { destruct q as [|? q]; [|change radix with 8796093022208%Z in *; lia]. subst parts. unfold lack. lia. }
    rewrite exact by (unfold limb_rounder; destruct below; lia).
    destruct (IH columns parts (Some next) m' En Hm' ltac:(cbn in Hl; lia) Hh Hroom) as (limbs & E & El & Enum & Hnear).
    exists ((r + lack + moved) :: limbs)%Z. rewrite <- En at 1. rewrite E. cbn [map length]. split; [|split; [lia|]].
    + f_equal. destruct below as [sum|].
      * rewrite Hb, plus_IZR, (mult_IZR moved).
        change column_start with (limb_rounder * radix)%Z. rewrite mult_IZR.
        assert (Hrad : 0 < IZR radix) by (apply IZR_lt; reflexivity).
        replace ((IZR limb_rounder * IZR radix + IZR moved * IZR radix) * / IZR radix)
          with (IZR (limb_rounder + moved)) by (rewrite plus_IZR; field; lra).
        rewrite <- plus_IZR, exact by (unfold limb_rounder; lia). f_equal. ring.
      * f_equal. lia.
    + cbn [number left_over]. rewrite Enum. destruct q as [|d q].
      * split; [|split; [destruct limbs; [exact I|discriminate]|exact Hnear]].
        subst parts. cbn [left_over number]. unfold lack. rewrite Hstep. ring.
      * split; [unfold lack; ring|]. split; [|exact Hnear].
        destruct limbs; [discriminate|]. change radix with 8796093022208%Z in *. lia.
Qed.
