(** Carries, reductions and the finish of numbers in doubles: sections 19.1 and 19.3 of docs/bounds/multiword.md. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles MultiwordDoubles DoubleColumns MultiwordProducts MultiwordVariables.
Import ListNotations.
Open Scope R_scope.

(** ** Carries, from the lowest limb on *)

(** [carry] computes the carry of a limb, a multiple of the radix; [incoming] adds the carry of the limb below. *)
Fixpoint carry_pass (carry incoming : R -> R) (x : list R) : list R :=
  match x with
  | [] => []
  | limb :: above =>
      let v := incoming limb in
      match above with
      | [] => [v]
      | _ => rnd (v - carry v) :: carry_pass carry (fun next => rnd (carry v * / IZR radix + next)) above
      end
  end.

(** [carried], and the finish, which rounds down. *)
Definition carried_limbs := carry_pass double_carry (fun v => v).
Definition carry_down v := double_carry (rnd (v - (IZR radix - 1) / 2)).
Definition carried_down := carry_pass carry_down (fun v => v).

Fixpoint under_top_in lowest highest (x : list Z) : Prop :=
  match x with
  | [] => True
  | limb :: above =>
      match above with [] => True | _ => (lowest <= limb <= highest)%Z /\ under_top_in lowest highest above end
  end.

Lemma carry_pass_is carry lowest highest most : (0 <= most <= 2 ^ 53 - 2 ^ 11)%Z ->
  (forall v, (Z.abs v <= most)%Z -> exists c, carry (IZR v) = IZR (c * radix) /\
    (lowest <= v - c * radix <= highest)%Z /\ (Z.abs c <= 2 ^ 10)%Z /\ (Z.abs (v - c * radix) <= 2 ^ 53)%Z) ->
  forall x incoming moved, (forall limb, (Z.abs limb <= most)%Z -> incoming (IZR limb) = IZR (limb + moved)) ->
  (Z.abs moved <= 2 ^ 10)%Z -> under_top (most - 2 ^ 10) x -> (Z.abs (last x 0) <= most - 2 ^ 10)%Z ->
  exists limbs, carry_pass carry incoming (map IZR x) = map IZR limbs /\ length limbs = length x /\
    number limbs = (number x + if x then 0 else moved)%Z /\ under_top_in lowest highest limbs.
Proof.
  intros Hmost Hcarry. induction x as [|limb x IH]; intros incoming moved Hin Hm Hu Ht.
  - exists []. cbn. auto.
  - cbn [map carry_pass]. assert (Hlimb : (Z.abs limb <= most - 2 ^ 10)%Z) by (destruct x; [exact Ht|apply Hu]).
    rewrite (Hin limb) by lia. destruct x as [|next x].
    + exists [(limb + moved)%Z]. cbn. split; [reflexivity|]. split; [reflexivity|]. split; [ring|exact I].
    + cbn [map]. destruct (Hcarry (limb + moved)%Z ltac:(lia)) as (c & Ec & Hc & Hc10 & Hc53). rewrite Ec.
      assert (Hr : 0 < IZR radix) by (apply IZR_lt; reflexivity).
      destruct (IH (fun next => rnd (IZR (c * radix) * / IZR radix + next)) c) as (limbs & E & El & En & Hl).
      { intros v Hv. rewrite mult_IZR, Rmult_assoc, Rinv_r, Rmult_1_r by lra. rewrite Rplus_comm, <- plus_IZR.
        apply exact. lia. }
      { exact Hc10. } { apply Hu. } { exact Ht. }
      rewrite <- minus_IZR, exact by exact Hc53.
      exists ((limb + moved - c * radix)%Z :: limbs). cbn [map] in E. rewrite E. split; [reflexivity|].
      split; [cbn [length] in *; lia|]. destruct limbs as [|l limbs]; [discriminate|].
      split; [|split; [exact Hc|exact Hl]].
      change (number (limb + moved - c * radix :: l :: limbs)%Z)
        with (limb + moved - c * radix + radix * number (l :: limbs))%Z.
      rewrite En. change (number (limb :: next :: x)) with (limb + radix * number (next :: x))%Z. ring.
Qed.

(** A multiplicand is carried before its use. *)
Theorem fma_multiword_carried x : under_top (2 ^ 53 - 2 ^ 12) x -> (Z.abs (last x 0) <= 2 ^ 53 - 2 ^ 12)%Z ->
  exists limbs, carried_limbs (map IZR x) = map IZR limbs /\ length limbs = length x /\ number limbs = number x /\
    carried limbs.
Proof.
  intros Hu Ht.
  destruct (carry_pass_is double_carry (- 2 ^ 42) (2 ^ 42) (2 ^ 53 - 2 ^ 11) ltac:(lia)) with
    (x := x) (incoming := fun v : R => v) (moved := 0%Z) as (limbs & E & El & En & Hl).
  - intros v Hv. destruct (fma_multiword_carry v 0 ltac:(lia) ltac:(lia)) as (c & E & _ & _ & Hc). exists c.
    split; [exact E|]. change radix with 8796093022208%Z in *. lia.
  - intros limb _. rewrite Z.add_0_r. reflexivity.
  - lia.
  - eapply under_top_more; [|exact Hu]. lia.
  - lia.
  - exists limbs. split; [exact E|]. split; [exact El|]. split; [rewrite En; destruct x; ring|].
    clear - Hl. induction limbs as [|v limbs IH]; [exact I|]. cbn [carried]. destruct limbs; [exact I|].
    destruct Hl as [H1 H2]. split; [change radix with (2 ^ 43)%Z; lia|apply IH; exact H2].
Qed.

(** ** The remainder without the multiple of q nearest to a number *)

Fixpoint less_quotient quotient (x q : list R) : list R :=
  match x, q with
  | limb :: above, digit :: others => rnd (limb - quotient * digit) :: less_quotient quotient above others
  | _, _ => []
  end.

Definition fma_multiword_remainder b q modulus (x : list R) :=
  less_quotient (nearest_integer (limb_ratio b q x)) x (map IZR modulus).

Lemma number_top q modulus x : (1 <= count modulus)%Z ->
  (fma_multiword_capacity * q <= 256 * 2 ^ fma_multiword_capacity_bits (count modulus))%Z -> length x = length modulus ->
  under_top (2 ^ 52) x -> (256 * Z.abs (number x) <= fma_multiword_capacity * q)%Z -> (Z.abs (last x 0) <= 2 ^ 47)%Z.
Proof.
  intros Hc Hcap Hl Hu Hx. assert (Hne : x <> []) by (intros ->; unfold count in Hc; cbn in Hl; lia).
  pose proof (top_is_small (2 ^ 10) x Hne) as Ht.
  specialize (Ht ltac:(eapply under_top_more; [|exact Hu]; change radix with 8796093022208%Z; lia)).
  replace (count x) with (count modulus) in Ht by (unfold count; rewrite Hl; reflexivity).
  pose proof (q_below_top q modulus Hc Hcap) as Hqt. unfold fma_multiword_capacity in Hx.
  assert (HP : (0 < radix ^ (count modulus - 1))%Z) by (apply Z.pow_pos_nonneg; [reflexivity|lia]).
  apply Z.lt_succ_r, (cancel (radix ^ (count modulus - 1))); [exact HP|].
  set (P := (radix ^ (count modulus - 1))%Z) in *. clearbody P. clear - Ht Hqt Hx HP. lia.
Qed.

Theorem fma_multiword_remainder_is q b modulus x :
  number modulus = q -> (2 ^ (b - 1) <= q < 2 ^ b)%Z -> carried modulus -> (3 <= count modulus <= 12)%Z ->
  (fma_multiword_min_bits (count modulus) <= b)%Z ->
  (fma_multiword_capacity * q <= 256 * 2 ^ fma_multiword_capacity_bits (count modulus))%Z -> length x = length modulus ->
  under_top (2 ^ 52) x -> (256 * Z.abs (number x) < fma_multiword_capacity * q)%Z ->
  exists k r, fma_multiword_remainder b q modulus (map IZR x) = map IZR r /\ length r = length modulus /\
    number r = (number x - k * q)%Z /\ (low fma_multiword_rounded * q <= 256 * number r <= high fma_multiword_rounded * q)%Z /\
    (forall most, under_top most x -> under_top (most + 65 * 2 ^ 42) r).
Proof.
  intros Eq Hq Hmod Hc Hb Hcap Hl Hu Hx. unfold fma_multiword_remainder.
  assert (Ec : count x = count modulus) by (unfold count; rewrite Hl; reflexivity).
  assert (Hne : x <> []) by (intros ->; unfold count in *; cbn in *; lia).
  destruct (three_tops x) as (low & third & next & top & Ex); [unfold count in *; lia|].
  assert (El : (count modulus - 3 = count low)%Z).
  { rewrite <- Ec, Ex. unfold count. rewrite app_length. cbn [length]. lia. }
  assert (En : number x = (number low + radix ^ (count modulus - 3) * (third + radix * (next + radix * top)))%Z).
  { rewrite Ex, number_app, El. cbn [number]. ring. }
  assert (Er : limb_ratio b q (map IZR x) = ratio_to_q (count modulus) b q top next third).
  { unfold limb_ratio. rewrite map_length. fold (count x). rewrite Ec, Ex, map_app, rev_app_distr. reflexivity. }
  pose proof Hu as Hu'. rewrite Ex in Hu'.
  destruct (under_top_app (2 ^ 52) low third [next; top] ltac:(discriminate) Hu') as (Hlow & Hthird & Hnext & _).
  pose proof (low_part low Hlow) as Hrest.
  assert (Hlowb : (Z.abs (number low) <= 2 ^ 10 * radix ^ (count modulus - 3))%Z).
  { rewrite El. clear - Hrest. set (P := (radix ^ count low)%Z) in *. clearbody P. lia. }
  assert (Hx' := Hx). rewrite En in Hx'.
  destruct (fma_multiword_reduction (count modulus) b q top next third (number low) ltac:(clear - Hc; lia) Hb Hq Hnext Hthird
    Hlowb Hx') as (k & Ek & Hk & HT & Hexact).
  rewrite <- En in HT. rewrite Er, Ek. clear Er Ek.
  (* the tops *)
  assert (Hxtop : (Z.abs (last x 0) <= 2 ^ 52)%Z).
  { pose proof (number_top q modulus x ltac:(clear - Hc; lia) Hcap Hl Hu ltac:(clear - Hx; lia)). lia. }
  assert (Hqtop : (Z.abs (last modulus 0) <= 2 ^ 42)%Z).
  { assert (Hq0 : (0 < q)%Z) by (apply (q_positive q b modulus ltac:(clear - Hc; lia) Hb Hq)).
    pose proof (operand_top q modulus modulus 1 ltac:(clear - Hc; lia) Hcap ltac:(lia) eq_refl Hmod
      ltac:(clear - Eq Hq0; lia)) as Ht. clear - Ht. lia. }
  assert (G : forall x modulus, length x = length modulus -> under_top (2 ^ 52) x -> (Z.abs (last x 0) <= 2 ^ 52)%Z ->
    carried modulus -> (Z.abs (last modulus 0) <= 2 ^ 42)%Z ->
    exists r, less_quotient (IZR k) (map IZR x) (map IZR modulus) = map IZR r /\ length r = length modulus /\
      number r = (number x - k * number modulus)%Z /\
      (forall most, under_top most x -> under_top (most + 65 * 2 ^ 42) r)).
  { clear - Hk Hexact. induction x as [|v x IH]; intros [|d modulus] Hl Hu Ht Hc Hd; try discriminate.
    - exists []. cbn. split; [reflexivity|]. split; [reflexivity|]. split; [ring|auto].
    - assert (Hv : (Z.abs v <= 2 ^ 52)%Z) by (destruct x; [exact Ht|apply Hu]).
      assert (Hdig : (Z.abs d <= 2 ^ 42)%Z).
      { destruct modulus; [exact Hd|]. destruct Hc as [Hc _]. change radix with (2 ^ 43)%Z in Hc. lia. }
      destruct (IH modulus) as (r & E & El & En & Hr).
      { cbn [length] in Hl. lia. } { destruct x; [exact I|apply Hu]. } { destruct x; [cbn; lia|exact Ht]. }
      { eapply carried_tail. exact Hc. } { destruct modulus; [cbn; lia|exact Hd]. }
      exists ((v - k * d)%Z :: r). cbn [map less_quotient]. rewrite E, Hexact by lia.
      split; [reflexivity|]. split; [cbn [length]; lia|]. split.
      { cbn [number]. rewrite En. ring. }
      intros most Hm. specialize (Hr most). cbn [under_top]. destruct r as [|r0 r]; [exact I|].
      destruct x as [|w x]; [cbn [length] in *; lia|]. destruct Hm as [Hm1 Hm2]. split; [|apply Hr; exact Hm2].
      assert (Z.abs (k * d) <= 65 * 2 ^ 42)%Z by (rewrite Z.abs_mul; apply Z.mul_le_mono_nonneg; lia). lia. }
  destruct (G x modulus Hl Hu Hxtop Hmod Hqtop) as (r & E & Elr & Enr & Hr).
  exists k, r. rewrite Eq in Enr. split; [exact E|]. split; [exact Elr|]. split; [exact Enr|].
  split; [rewrite Enr; exact HT|exact Hr].
Qed.

(** ** The finish: carries rounded down, and q added if the top limb is negative *)

Fixpoint with_q (is_negative : bool) (x q : list R) : list R :=
  match x, q with
  | limb :: above, digit :: others => rnd (limb + if is_negative then digit else 0) :: with_q is_negative above others
  | _, _ => []
  end.

(** [plain]: the limbs of q that are not negative. *)
Definition fma_multiword_canonical b q modulus (plain : list Z) (x : list R) :=
  let r := carried_down (fma_multiword_remainder b q modulus x) in with_q (Rlt_bool (last r 0) 0) r (map IZR plain).

(** With limbs in [0, radix) under the top, the top one is the quotient by its weight. *)
Lemma digits_top x : x <> [] -> under_top_in 0 (radix - 1) x ->
  (last x 0 * radix ^ (count x - 1) <= number x < (last x 0 + 1) * radix ^ (count x - 1))%Z.
Proof.
  intros Hne. induction x as [|limb x IH]; [contradiction|]. destruct x as [|next x]; intros H.
  - unfold count. cbn [last number length]. change (Z.of_nat 1 - 1)%Z with 0%Z. rewrite Z.pow_0_r. lia.
  - destruct H as [Hl H]. specialize (IH ltac:(discriminate) H).
    change (last (limb :: next :: x) 0%Z) with (last (next :: x) 0%Z).
    change (number (limb :: next :: x)) with (limb + radix * number (next :: x))%Z.
    assert (E : (count (limb :: next :: x) - 1 = Z.succ (count (next :: x) - 1))%Z) by (unfold count; cbn [length];
      lia).
    assert (Hc : (0 <= count (next :: x) - 1)%Z) by (unfold count; cbn [length]; lia).
    rewrite E, Z.pow_succ_r by assumption. set (P := (radix ^ (count (next :: x) - 1))%Z) in *. clearbody P.
    set (N := number (next :: x)) in *. set (t := last (next :: x) 0%Z) in *. clearbody N t.
    change radix with 8796093022208%Z in *. lia.
Qed.

Lemma last_of_integers x : last (map IZR x) 0 = IZR (last x 0%Z).
Proof. induction x as [|v x IH]; [reflexivity|]. destruct x; [reflexivity|]. exact IH. Qed.

(** The last addition: no limb is negative. *)
Lemma with_q_is (negative : bool) : forall limbs plain, length limbs = length plain ->
  under_top_in 0 (radix - 1) limbs ->
  under_top_in 0 (radix - 1) plain -> (Z.abs (last limbs 0) <= 2 ^ 41)%Z -> (0 <= last plain 0 < 2 ^ 41)%Z ->
  (0 <= last limbs 0 + if negative then last plain 0 else 0)%Z ->
  exists r, with_q negative (map IZR limbs) (map IZR plain) = map IZR r /\ length r = length limbs /\
    number r = (number limbs + if negative then number plain else 0)%Z /\
    Forall (fun limb => 0 <= limb < 2 ^ 44)%Z r.
Proof.
  induction limbs as [|v limbs IH]; intros [|d plain] Hl Hv Hd Hvt Hdt Hsum; try discriminate.
  - exists []. cbn. split; [reflexivity|]. split; [reflexivity|]. split; [destruct negative; reflexivity|constructor].
  - assert (Hvd : (Z.abs v <= 2 ^ 43 /\ 0 <= d <= 2 ^ 43 - 1 /\ 0 <= v + (if negative then d else 0) < 2 ^ 44)%Z).
    { destruct limbs as [|v' limbs]; destruct plain as [|d' plain]; try discriminate.
      - cbn [last] in *. destruct negative; lia.
      - destruct Hv as [Hv _]. destruct Hd as [Hd _]. change radix with (2 ^ 43)%Z in *. destruct negative; lia. }
    assert (Hrec : exists r, with_q negative (map IZR limbs) (map IZR plain) = map IZR r /\
      length r = length limbs /\ number r = (number limbs + if negative then number plain else 0)%Z /\
      Forall (fun limb => 0 <= limb < 2 ^ 44)%Z r).
    { destruct limbs as [|v' limbs]; destruct plain as [|d' plain]; try discriminate.
      - exists []. cbn. split; [reflexivity|]. split; [reflexivity|].
        split; [destruct negative; reflexivity|constructor].
      - apply IH; [cbn [length] in *; lia|apply Hv|apply Hd|exact Hvt|exact Hdt|exact Hsum]. }
    destruct Hrec as (r & E & El & En & Hr). exists ((v + if negative then d else 0)%Z :: r).
    cbn [map with_q]. rewrite E. split; [|split; [cbn [length]; lia|split; [|constructor; [apply Hvd|exact Hr]]]].
    + f_equal. destruct negative; [rewrite <- plus_IZR|rewrite <- (plus_IZR v 0)]; apply exact; lia.
    + cbn [number]. rewrite En. destruct negative; ring.
Qed.

Theorem fma_multiword_finish q b modulus plain x :
  number modulus = q -> (2 ^ (b - 1) <= q < 2 ^ b)%Z -> carried modulus -> (3 <= count modulus <= 12)%Z ->
  (fma_multiword_min_bits (count modulus) <= b)%Z ->
  (fma_multiword_capacity * q <= 256 * 2 ^ fma_multiword_capacity_bits (count modulus))%Z ->
  number plain = q -> length plain = length modulus -> under_top_in 0 (radix - 1) plain ->
  length x = length modulus -> under_top (2 ^ 52 - 67 * 2 ^ 42) x ->
  (256 * Z.abs (number x) < fma_multiword_capacity * q)%Z ->
  exists r, fma_multiword_canonical b q modulus plain (map IZR x) = map IZR r /\ length r = length modulus /\
    number r = (number x mod q)%Z /\ Forall (fun limb => 0 <= limb < 2 ^ 44)%Z r.
Proof.
  intros Eq Hq Hmod Hc Hb Hcap Ep Hlp Hplain Hl Hu Hx. unfold fma_multiword_canonical.
  assert (Hq0 : (0 < q)%Z).
  { apply (q_positive q b modulus ltac:(clear - Hc; lia) Hb Hq). }
  assert (Hu' : under_top (2 ^ 52) x) by (eapply under_top_more; [|exact Hu]; lia).
  destruct (fma_multiword_remainder_is q b modulus x Eq Hq Hmod Hc Hb Hcap Hl Hu' Hx) as (k & r & E & Elr & En & HT & Hr).
  specialize (Hr _ Hu). rewrite E. clear E.
  assert (HP : (0 < radix ^ (count modulus - 1))%Z) by (apply Z.pow_pos_nonneg; [reflexivity|lia]).
  assert (Hne : r <> []) by (intros ->; unfold count in *; cbn in *; lia).
  pose proof (q_below_top q modulus ltac:(lia) Hcap) as Hqt.
  unfold fma_multiword_rounded in HT. cbn [low high] in HT.
  assert (Hrtop : (Z.abs (last r 0) <= 2 ^ 51)%Z).
  { assert (Hu52 : under_top (2 ^ 52) r) by (eapply under_top_more; [|exact Hr]; lia).
    assert (Hsmall : (256 * Z.abs (number r) <= fma_multiword_capacity * q)%Z).
    { unfold fma_multiword_capacity. clear - HT Hq0. lia. }
    pose proof (number_top q modulus r ltac:(clear - Hc; lia) Hcap Elr Hu52 Hsmall) as Ht. clear - Ht. lia. }
  destruct (carry_pass_is carry_down 0 (radix - 1) (2 ^ 52 - 2 ^ 42) ltac:(lia)) with
    (x := r) (incoming := fun v : R => v) (moved := 0%Z) as (limbs & E & El & Enl & Hin).
  { intros v Hv. exists (v / radix)%Z. split; [apply fma_multiword_carry_down; exact Hv|].
    pose proof (floor v radix ltac:(reflexivity)). change radix with 8796093022208%Z in *. lia. }
  { intros limb _. rewrite Z.add_0_r. reflexivity. }
  { clear. lia. }
  { eapply under_top_more; [|exact Hr]. clear. lia. }
  { clear - Hrtop. lia. }
  unfold carried_down. rewrite E. clear E.
  assert (Enum : number limbs = (number x - k * q)%Z) by (rewrite Enl, En; destruct r; [contradiction|ring]).
  assert (Hlne : limbs <> []) by (destruct limbs; [destruct r; [contradiction|discriminate]|discriminate]).
  assert (Hpne : plain <> []) by (destruct plain; [unfold count in *; cbn in *; lia|discriminate]).
  pose proof (digits_top limbs Hlne Hin) as Htop. pose proof (digits_top plain Hpne Hplain) as Hptop.
  replace (count limbs) with (count modulus) in Htop by (unfold count; rewrite El, Elr; reflexivity).
  replace (count plain) with (count modulus) in Hptop by (unfold count; rewrite Hlp; reflexivity).
  rewrite Ep in Hptop.
  assert (Hqb : (4 * radix ^ (count modulus - 1) <= q)%Z).
  { clear - Hb Hq Hc. unfold radix. rewrite <- Z.pow_mul_r by (unfold fma_multiword_limb_bits; lia). change 4%Z with (2 ^
    2)%Z.
    unfold fma_multiword_min_bits, fma_multiword_limb_bits in *. rewrite <- Z.pow_add_r by lia.
    apply Z.le_trans with (2 ^ (b - 1))%Z; [apply Z.pow_le_mono_r|]; lia. }
  set (P := (radix ^ (count modulus - 1))%Z) in *. clearbody P.
  set (t := last limbs 0%Z) in *. set (u := last plain 0%Z) in *.
  assert (Ht41 : (- 2 ^ 41 <= t < 2 ^ 41)%Z).
  { rewrite Enum, <- En in Htop. clear - Htop HT Hqt HP Hqb. split; [apply Z.lt_succ_r|]; apply (cancel P); lia. }
  assert (Hu41 : (0 <= u < 2 ^ 41)%Z).
  { clear - Hptop Hqt HP Hqb. split; [apply Z.lt_succ_r|]; apply (cancel P); lia. }
  assert (Hsum : (0 <= t + u)%Z).
  { rewrite Enum, <- En in Htop. clear - Htop HT Hptop HP Hqb. apply Z.lt_succ_r, (cancel P); lia. }
  rewrite last_of_integers. fold t.
  assert (Hneg : Rlt_bool (IZR t) 0 = (t <? 0)%Z).
  { destruct (Z.ltb_spec t 0); [apply Rlt_bool_true; apply (IZR_lt t 0)|apply Rlt_bool_false; apply (IZR_le 0 t)];
      assumption. }
  rewrite Hneg.
  assert (Hlen : length limbs = length plain) by (rewrite El, Elr, Hlp; reflexivity).
  destruct (with_q_is (t <? 0)%Z limbs plain Hlen Hin Hplain ltac:(fold t; clear - Ht41; lia) Hu41
    ltac:(fold t u; clear - Hsum; destruct (Z.ltb_spec t 0); lia))
    as (r' & E & El' & En' & Hr').
  exists r'. split; [exact E|]. split; [lia|]. split; [|exact Hr'].
  rewrite En', Enum, Ep. rewrite Enum in Htop.
  assert (HN : (256 * Z.abs (number x - k * q) <= 160 * q)%Z) by (rewrite En in HT; clear - HT; lia).
  set (N := number x) in *. clearbody N. clear - Htop HN HP Hq0.
  destruct (Z.ltb_spec t 0) as [Hneg0|Hpos].
  - assert ((t + 1) * P <= 0)%Z by (apply Z.mul_nonpos_nonneg; lia).
    apply (Z.mod_unique_pos _ _ (k - 1)); [lia|ring].
  - assert (0 <= t * P)%Z by (apply Z.mul_nonneg_nonneg; lia).
    apply (Z.mod_unique_pos _ _ k); [lia|ring].
Qed.

(** ** Limbs along a transform (section 19.1) *)

(** The first stages add up eight products of variables, or words. In the next three stages, a multiplicand has received
    two products by rows; a result is a reduced value plus three of them. *)
Theorem fma_multiword_growth :
  (let row := 5 * 2 ^ 45 - 1 in let first := 8 * Z.max (11 * step_growth) (2 ^ 43) in
   first + 2 * row <= 2 ^ 53 - 2 ^ 12 /\ 2 ^ 42 + 3 * row <= first /\ first <= 2 ^ 52 - 67 * 2 ^ 42)%Z.
Proof. vm_compute. repeat split; discriminate. Qed.
